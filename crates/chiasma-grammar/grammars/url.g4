// URLs as RFC 3986 has them. Every character matters, so the rules are all of characters.
grammar URL;

url : URL ;

URL : SCHEME ':' HIER ('?' QUERY)? ('#' FRAGMENT)? ;

fragment SCHEME : ALPHA (ALPHA | DIGIT | [+\-.])* ;

fragment HIER
    : '//' AUTHORITY PATH_ABEMPTY
    | PATH_ABSOLUTE
    | PATH_ROOTLESS
    |
    ;

fragment AUTHORITY : (USERINFO '@')? HOST (':' DIGIT*)? ;
fragment USERINFO : (UNRESERVED | PCT | SUB_DELIM | ':')* ;
fragment HOST : IP_LITERAL | IPV4 | REG_NAME ;
fragment IP_LITERAL : '[' (IPV6 | IPV_FUTURE) ']' ;
fragment IPV_FUTURE : 'v' HEX+ '.' (UNRESERVED | SUB_DELIM | ':')+ ;
fragment IPV6
    : H16 ':' H16 ':' H16 ':' H16 ':' H16 ':' H16 ':' LS32
    | (H16 (':' H16)*)? '::' (H16 ':')* LS32
    | (H16 (':' H16)*)? '::' H16?
    ;
fragment H16 : HEX (HEX (HEX HEX?)?)? ;
fragment LS32 : H16 ':' H16 | IPV4 ;
fragment IPV4 : OCTET '.' OCTET '.' OCTET '.' OCTET ;
fragment OCTET : '25' [0-5] | '2' [0-4] DIGIT | '1' DIGIT DIGIT | [1-9] DIGIT | DIGIT ;
fragment REG_NAME : (UNRESERVED | PCT | SUB_DELIM)* ;

fragment PATH_ABEMPTY : ('/' PCHAR*)* ;
fragment PATH_ABSOLUTE : '/' (PCHAR+ ('/' PCHAR*)*)? ;
fragment PATH_ROOTLESS : PCHAR+ ('/' PCHAR*)* ;

fragment QUERY : (PCHAR | [/?])* ;
fragment FRAGMENT : (PCHAR | [/?])* ;

fragment PCHAR : UNRESERVED | PCT | SUB_DELIM | [:@] ;
fragment UNRESERVED : ALPHA | DIGIT | [\-._~] ;
fragment PCT : '%' HEX HEX ;
fragment SUB_DELIM : [!$&'()*+,;=] ;
fragment ALPHA : [a-zA-Z] ;
fragment DIGIT : [0-9] ;
fragment HEX : [0-9a-fA-F] ;
