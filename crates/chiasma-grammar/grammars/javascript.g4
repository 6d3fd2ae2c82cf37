// A subset of ECMAScript 2022 scripts. Left out: regular expression literals and substitutions in templates
// (their tokens depend on the parser), automatic semicolons, modules, decorators, labels called `async` and the like.
grammar JavaScript;

program : directive* statement* EOF ;

directive : USE_STRICT ';' ;

statement
    : block
    | declaration ';'
    | ';'
    | expression_statement ';'
    | 'if' '(' expression ')' statement ('else' statement)?
    | 'do' statement 'while' '(' expression ')' ';'
    | 'while' '(' expression ')' statement
    | 'for' '(' (declaration | expression)? ';' expression? ';' expression? ')' statement
    | 'for' '(' (keyword_binding | primary) ('in' | 'of') expression ')' statement
    | 'continue' IDENTIFIER? ';'
    | 'break' IDENTIFIER? ';'
    | 'return' expression? ';'
    | 'throw' expression ';'
    | 'try' block ('catch' ('(' binding ')')? block ('finally' block)? | 'finally' block)
    | 'switch' '(' expression ')' '{' case* (default case*)? '}'
    | IDENTIFIER ':' statement
    | function
    | class
    | 'debugger' ';'
    ;

block : '{' statement* '}' ;
case : 'case' expression ':' statement* ;
default : 'default' ':' statement* ;

declaration : ('var' | 'let' | 'const') declarator (',' declarator)* ;
declarator : binding ('=' assignment)? ;
keyword_binding : ('var' | 'let' | 'const') binding ;

binding
    : IDENTIFIER
    | '[' (binding_element? ',')* ('...' binding | binding_element)? ']'
    | '{' (binding_property (',' binding_property)* ','?)? '}'
    ;
binding_element : binding ('=' assignment)? ;
binding_property : property_name ':' binding_element | IDENTIFIER ('=' assignment)? | '...' IDENTIFIER ;

function : 'async'? 'function' '*'? IDENTIFIER parameters body ;
parameters : '(' (parameter (',' parameter)*)? ')' ;
parameter : '...' binding | binding ('=' assignment)? ;
body : '{' directive* statement* '}' ;

class : 'class' IDENTIFIER ('extends' postfix)? '{' member* '}' ;
member
    : 'static'? method
    | 'static'? (property_name | PRIVATE) ('=' assignment)? ';'
    | 'static' block
    | ';'
    ;
method
    : ('get' | 'set')? (property_name | PRIVATE) parameters body
    | 'async'? '*'? (property_name | PRIVATE) parameters body
    ;

// An expression statement begins neither with a brace nor with `function` or `class`.
expression_statement : simple_start (',' assignment)* ;
simple_start
    : start_postfix assignment_operator assignment
    | start_postfix (binary_operator unary)* ('?' assignment ':' assignment)?
    | prefix_operator unary (binary_operator unary)* ('?' assignment ':' assignment)?
    | 'yield' ('*'? assignment)?
    ;
start_postfix : start_primary suffix* ('++' | '--')? ;
start_primary
    : IDENTIFIER | NUMBER | STRING | TEMPLATE | 'this' | 'true' | 'false' | 'null' | 'super'
    | '(' expression ')' | array | 'new' primary arguments?
    ;

expression : assignment (',' assignment)* ;

assignment
    : conditional
    | postfix assignment_operator assignment
    | arrow
    | 'yield' ('*'? assignment)?
    ;

assignment_operator
    : '=' | '+=' | '-=' | '*=' | '/=' | '%=' | '**=' | '<<=' | '>>=' | '>>>=' | '&=' | '|=' | '^='
    | '&&=' | '||=' | '??='
    ;

arrow : 'async'? (IDENTIFIER | parameters) '=>' (body | assignment) ;

conditional : binary ('?' assignment ':' assignment)? ;
binary : unary (binary_operator unary)* ;

binary_operator
    : '+' | '-' | '*' | '/' | '%' | '**' | '<<' | '>>' | '>>>' | '&' | '|' | '^' | '&&' | '||' | '??'
    | '==' | '!=' | '===' | '!==' | '<' | '>' | '<=' | '>=' | 'instanceof' | 'in'
    ;

unary : prefix_operator unary | postfix ('++' | '--')? ;
prefix_operator : 'delete' | 'void' | 'typeof' | '+' | '-' | '~' | '!' | '++' | '--' | 'await' ;

postfix : primary suffix* ;
suffix
    : '.' (IDENTIFIER | reserved | PRIVATE)
    | '?.' (IDENTIFIER | reserved)
    | '?.' '[' expression ']'
    | '[' expression ']'
    | arguments
    | TEMPLATE
    ;
arguments : '(' (argument (',' argument)* ','?)? ')' ;
argument : '...'? assignment ;

primary
    : IDENTIFIER
    | NUMBER
    | BIGINT
    | STRING
    | TEMPLATE
    | 'this'
    | 'super'
    | 'true'
    | 'false'
    | 'null'
    | '(' expression ')'
    | array
    | object
    | 'async'? 'function' '*'? IDENTIFIER? parameters body
    | 'class' IDENTIFIER? ('extends' postfix)? '{' member* '}'
    | 'new' primary arguments?
    | 'new' '.' 'target'
    ;

array : '[' (argument? ',')* argument? ']' ;
object : '{' (property (',' property)* ','?)? '}' ;
property : property_name ':' assignment | IDENTIFIER | '...' assignment | method ;
property_name : IDENTIFIER | reserved | STRING | NUMBER | '[' assignment ']' ;

reserved
    : 'if' | 'else' | 'for' | 'do' | 'while' | 'return' | 'new' | 'in' | 'of' | 'default' | 'case' | 'class'
    | 'this' | 'true' | 'false' | 'null' | 'delete' | 'typeof' | 'catch' | 'get' | 'set' | 'static' | 'target'
    ;

USE_STRICT : '"use strict"' | '\'use strict\'' ;
BIGINT : ([1-9] [0-9]* | '0') 'n' ;
NUMBER
    : ('0' | [1-9] ('_'? [0-9])*) ('.' [0-9]*)? EXPONENT?
    | '.' [0-9]+ EXPONENT?
    | '0' [xX] HEX+
    | '0' [oO] [0-7]+
    | '0' [bB] [01]+
    ;
STRING
    : '"' (~["\\\r\n] | ESCAPE)* '"'
    | '\'' (~['\\\r\n] | ESCAPE)* '\''
    ;
TEMPLATE : '`' (~[`\\$] | ESCAPE | '$' ~[{`\\$])* '`' ;
PRIVATE : '#' START PART* ;
IDENTIFIER : START PART* ;

fragment EXPONENT : [eE] [+\-]? [0-9]+ ;
fragment HEX : [0-9a-fA-F] ;
fragment ESCAPE
    : '\\' (['"\\bfnrtv`$\n] | '0' | 'x' HEX HEX | 'u' HEX HEX HEX HEX | 'u{' HEX HEX? HEX? HEX? '}')
    ;
fragment START : [a-zA-Z_$] | [\p{Lu}\p{Ll}] ;
fragment PART : START | [0-9] | [\u200C\u200D] ;

LINE_COMMENT : '//' ~[\r\n\u2028\u2029]* -> channel(HIDDEN) ;
COMMENT : '/*' .*? '*/' -> channel(HIDDEN) ;
WS : [ \t\r\n\u000B\u000C\u00A0\uFEFF]+ -> channel(HIDDEN) ;
