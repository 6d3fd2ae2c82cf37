// Arithmetic with the usual precedence, by left recursion.
grammar Arithmetic;

start : expression EOF ;

expression
    : <assoc=right> expression '^' expression   # Power
    | '-' expression                            # Negation
    | expression op=('*' | '/') expression      # Product
    | expression op=('+' | '-') expression      # Sum
    | NAME '(' (expression (',' expression)*)? ')' # Call
    | '(' expression ')'                        # Group
    | NUMBER                                    # Number
    | NAME                                      # Variable
    ;

NUMBER : [0-9]+ ('.' [0-9]+)? ([eE] [+\-]? [0-9]+)? ;
NAME : [a-zA-Z_] [a-zA-Z_0-9]* ;
COMMENT : '#' ~[\r\n]* -> channel(HIDDEN) ;
WS : [ \t\r\n]+ -> skip ;
