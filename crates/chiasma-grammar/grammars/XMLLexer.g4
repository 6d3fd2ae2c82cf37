// The tokens of a subset of XML 1.0: one mode for text, others within tags and instructions.
lexer grammar XMLLexer;

COMMENT : '<!--' ~[\-] .*? '-->' ;
CDATA : '<![CDATA[' .*? ']]>' ;
DOCTYPE : '<!DOCTYPE' SPACE NAME_TEXT (SPACE ('SYSTEM' SPACE QUOTED | 'PUBLIC' SPACE QUOTED SPACE QUOTED))? SPACE? '>' ;
ENTITY : '&' NAME_TEXT ';' ;
CHARACTER : '&#' [0-9]+ ';' | '&#x' [0-9a-fA-F]+ ';' ;
DECLARATION : '<?xml' SPACE -> pushMode(INSIDE) ;
INSTRUCTION : '<?' NAME_TEXT -> pushMode(PROCESSING) ;
OPEN : '<' -> pushMode(INSIDE) ;
TEXT : ~[<&]+ ;

fragment SPACE : [ \t\r\n]+ ;
fragment QUOTED : '"' ~["<&]* '"' | '\'' ~['<&]* '\'' ;
fragment NAME_TEXT : NAME_START NAME_PART* ;
fragment NAME_START : [a-zA-Z_:\u00C0-\u00D6\u00D8-\u00F6\u0370-\u037D\u3001-\uD7FF] ;
fragment NAME_PART : NAME_START | [\-.0-9\u00B7\u0300-\u036F] ;

mode INSIDE;

CLOSE : '>' -> popMode ;
DECLARATION_CLOSE : '?>' -> popMode ;
EMPTY_CLOSE : '/>' -> popMode ;
SLASH : '/' ;
EQUALS : '=' ;
STRING : '"' (~["<&] | REFERENCE)* '"' | '\'' (~['<&] | REFERENCE)* '\'' ;
NAME : NAME_TEXT ;
S : [ \t\r\n]+ -> skip ;

fragment REFERENCE : '&' NAME_TEXT ';' | '&#' [0-9]+ ';' ;

mode PROCESSING;

INSTRUCTION_TEXT : (SPACE (~[?] | '?' ~[?>])*)? '?>' -> popMode ;
