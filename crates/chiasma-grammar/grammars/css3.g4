// CSS 3 style sheets: rules, selectors level 3, at-rules, declarations and values. White space between the
// parts of a selector means something, so it is a token.
grammar CSS3;

stylesheet : space (charset space)? (import space)* (namespace space)* ((rule | at_rule) space)* EOF ;

charset : '@charset' SPACE+ STRING space ';' ;
import : '@import' space (STRING | URI) space (media_query (space ',' space media_query)* space)? ';' ;
namespace : '@namespace' space (name space)? (STRING | URI) space ';' ;

at_rule
    : '@media' space media_query (space ',' space media_query)* space '{' space (rule space)* '}'
    | '@font-face' space declarations
    | '@page' space (':' name space)? declarations
    | '@keyframes' SPACE+ name space '{' space (keyframe space)* '}'
    | '@supports' space supports space '{' space (rule space)* '}'
    ;

media_query
    : ('only' SPACE+ | 'not' SPACE+)? name (SPACE+ 'and' SPACE+ media_feature)*
    | media_feature (SPACE+ 'and' SPACE+ media_feature)*
    ;
media_feature : '(' space name space (':' space term space)? ')' ;
supports : '(' space (declaration space | supports space) ')' ;

keyframe : (name | PERCENTAGE) (space ',' space (name | PERCENTAGE))* space declarations ;

rule : selectors space declarations ;
selectors : selector (space ',' space selector)* ;
selector : compound (combinator compound)* ;
combinator : SPACE+ | space ('>' | '+' | '~') space ;
compound : ('*' | name) qualifier* | qualifier+ ;
qualifier : HASH | '.' name | attribute | pseudo ;
attribute
    : '[' space name space (('=' | '~=' | '|=' | '^=' | '$=' | '*=') space (name | STRING) space)? ']'
    ;
pseudo
    : ':' ':'? name
    | ':not(' space simple space ')'
    | ':' NTH space (ODD_EVEN | nth) space ')'
    ;
simple : ('*' | name) | HASH | '.' name | attribute ;
nth : ('+' | '-')? (NUMBER | DIMENSION) (space ('+' | '-') space NUMBER)? ;

declarations : '{' space declaration? (space ';' space declaration?)* space '}' ;
declaration : (name | CUSTOM) space ':' space value (space IMPORTANT)? ;
value : term (separator term)* ;
separator : SPACE+ | space (',' | '/') space ;
term
    : ('-' | '+')? (NUMBER | PERCENTAGE | DIMENSION)
    | name
    | STRING
    | URI
    | HASH
    | function
    | 'progid:' name
    ;
function : FUNCTION space (argument (separator argument)*)? space ')' ;
argument : term | CUSTOM | sum ;
sum : '(' space term (SPACE+ ('+' | '-' | '*' | '/') SPACE+ term)* space ')' ;

name : IDENTIFIER | 'only' | 'not' | 'and' | ODD_EVEN ;
space : SPACE* ;

ODD_EVEN : 'odd' | 'even' ;
NTH : 'nth-' ('last-')? ('child' | 'of-type') '(' ;
URI : 'url(' (STRING_TEXT | (~[ \t\r\n\f"'()\\] | ESCAPE)*) ')' ;
FUNCTION : NAME '(' ;
STRING : STRING_TEXT ;
IMPORTANT : '!' BLANK* 'important' ;
CUSTOM : '--' NAME_PART+ ;
IDENTIFIER : NAME ;
HASH : '#' NAME_PART+ ;
PERCENTAGE : DIGITS '%' ;
DIMENSION : DIGITS UNIT ;
NUMBER : DIGITS ;

fragment UNIT : 'px' | 'em' | 'rem' | 'ex' | 'ch' | 'vw' | 'vh' | 'cm' | 'mm' | 'in' | 'pt' | 'pc' | 'deg' | 'rad' | 'turn' | 'ms' | 's' | 'Hz' | 'kHz' | 'dpi' | 'fr' | 'n' ;
fragment DIGITS : [0-9]+ ('.' [0-9]+)? | '.' [0-9]+ ;
fragment NAME : '-'? NAME_START NAME_PART* ;
fragment NAME_START : [a-zA-Z_\u0080-\uFFFD] | ESCAPE ;
fragment NAME_PART : NAME_START | [0-9\-] ;
fragment ESCAPE : '\\' [0-9a-fA-F]+ ' ' | '\\' ~[\r\n\f0-9a-fA-F] ;
fragment STRING_TEXT : '"' (~["\\\r\n\f] | ESCAPE)* '"' | '\'' (~['\\\r\n\f] | ESCAPE)* '\'' ;
fragment BLANK : [ \t\r\n\f] ;

SPACE : BLANK+ ;
COMMENT : '/*' ~[*]* '*'+ (~[*/] ~[*]* '*'+)* '/' -> skip ;
