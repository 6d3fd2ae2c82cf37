// A subset of SQL: queries, changes of data, and definitions of tables, indexes and views.
grammar SQL;

options { caseInsensitive = true; }

script : statement? (';' statement?)* EOF ;

statement
    : query
    | insert
    | update
    | delete
    | create_table
    | create_index
    | create_view
    | alter
    | drop
    | transaction
    | EXPLAIN query
    ;

query : with? set_operand (set_operator set_operand)* order? limit? ;

with : WITH RECURSIVE? common_table (',' common_table)* ;

common_table : name columns? AS '(' query ')' ;

set_operator : UNION ALL? | INTERSECT | EXCEPT ;

set_operand : select | values | '(' query ')' ;

select
    : SELECT (DISTINCT | ALL)? result (',' result)* from? where? group? window?
    ;

result : '*' | name '.' '*' | expression (AS? name)? ;

from : FROM source (',' source)* ;

source : table_source join* ;

table_source
    : qualified_name (AS? name)?
    | '(' query ')' (AS? name)?
    ;

join
    : (NATURAL? (INNER | (LEFT | RIGHT | FULL) OUTER?)? JOIN | CROSS JOIN) table_source (ON expression | USING columns)?
    ;

where : WHERE expression ;
group : GROUP BY expression (',' expression)* (HAVING expression)? ;
window : WINDOW name AS '(' window_body ')' (',' name AS '(' window_body ')')* ;
window_body : (PARTITION BY expression (',' expression)*)? order? ;
order : ORDER BY ordering (',' ordering)* ;
ordering : expression (ASC | DESC)? (NULLS (FIRST | LAST))? ;
limit : LIMIT expression (OFFSET expression)? ;
values : VALUES row (',' row)* ;
row : '(' expression (',' expression)* ')' ;
columns : '(' name (',' name)* ')' ;

insert : INSERT INTO qualified_name columns? (values | query | DEFAULT VALUES) returning? ;
update : UPDATE qualified_name SET assignment (',' assignment)* from? where? returning? ;
assignment : name '=' expression ;
delete : DELETE FROM qualified_name where? returning? ;
returning : RETURNING result (',' result)* ;

create_table
    : CREATE (TEMPORARY | TEMP)? TABLE (IF NOT EXISTS)? qualified_name '(' table_item (',' table_item)* ')'
    ;

table_item
    : name type column_constraint*
    | (CONSTRAINT name)? table_constraint
    ;

column_constraint
    : NOT NULL
    | NULL
    | PRIMARY KEY
    | UNIQUE
    | DEFAULT literal
    | CHECK '(' expression ')'
    | references
    ;

table_constraint
    : PRIMARY KEY columns
    | UNIQUE columns
    | CHECK '(' expression ')'
    | FOREIGN KEY columns references
    ;

references : REFERENCES qualified_name columns? (ON (DELETE | UPDATE) (CASCADE | RESTRICT | SET NULL))* ;

create_index
    : CREATE UNIQUE? INDEX (IF NOT EXISTS)? name ON qualified_name '(' ordering (',' ordering)* ')' where?
    ;

create_view : CREATE VIEW (IF NOT EXISTS)? qualified_name columns? AS query ;

alter
    : ALTER TABLE qualified_name
      ( ADD COLUMN? name type column_constraint*
      | DROP COLUMN? name
      | RENAME TO name
      | RENAME COLUMN? name TO name
      )
    ;

drop : DROP (TABLE | INDEX | VIEW) (IF EXISTS)? qualified_name (CASCADE | RESTRICT)? ;

transaction : BEGIN TRANSACTION? | COMMIT | ROLLBACK ;

expression
    : expression OR conjunction
    | conjunction
    ;

conjunction
    : conjunction AND negation
    | negation
    ;

negation : NOT negation | predicate ;

predicate
    : sum
    | predicate ('=' | '<>' | '!=' | '<' | '<=' | '>' | '>=') sum
    | predicate IS NOT? NULL
    | predicate NOT? LIKE sum
    | predicate NOT? BETWEEN sum AND sum
    | predicate NOT? IN '(' (query | expression (',' expression)*) ')'
    | EXISTS '(' query ')'
    ;

sum
    : sum ('+' | '-' | '||') product
    | product
    ;

product
    : product ('*' | '/' | '%') factor
    | factor
    ;

factor : ('-' | '+') factor | primary ;

primary
    : literal
    | column
    | call
    | CAST '(' expression AS type ')'
    | CASE expression? (WHEN expression THEN expression)+ (ELSE expression)? END
    | '(' expression ')'
    | '(' query ')'
    ;

call : name '(' ('*' | DISTINCT? expression (',' expression)*)? ')' over? ;
over : OVER (name | '(' window_body ')') ;
column : name ('.' name ('.' name)?)? ;
qualified_name : name ('.' name)? ;
type : name ('(' NUMBER (',' NUMBER)? ')')? ;
literal : NUMBER | TEXT | BLOB | TRUE | FALSE | NULL | CURRENT_DATE ;
name : IDENTIFIER | QUOTED ;

ADD : 'add' ; ALL : 'all' ; ALTER : 'alter' ; AND : 'and' ; AS : 'as' ; ASC : 'asc' ;
BEGIN : 'begin' ; BETWEEN : 'between' ; BY : 'by' ; CASCADE : 'cascade' ; CASE : 'case' ; CAST : 'cast' ;
CHECK : 'check' ; COLUMN : 'column' ; COMMIT : 'commit' ; CONSTRAINT : 'constraint' ; CREATE : 'create' ;
CROSS : 'cross' ; CURRENT_DATE : 'current_date' ; DEFAULT : 'default' ; DELETE : 'delete' ; DESC : 'desc' ;
DISTINCT : 'distinct' ; DROP : 'drop' ; ELSE : 'else' ; END : 'end' ; EXCEPT : 'except' ; EXISTS : 'exists' ;
EXPLAIN : 'explain' ; FALSE : 'false' ; FIRST : 'first' ; FOREIGN : 'foreign' ; FROM : 'from' ; FULL : 'full' ;
GROUP : 'group' ; HAVING : 'having' ; IF : 'if' ; IN : 'in' ; INDEX : 'index' ; INNER : 'inner' ;
INSERT : 'insert' ; INTERSECT : 'intersect' ; INTO : 'into' ; IS : 'is' ; JOIN : 'join' ; KEY : 'key' ;
LAST : 'last' ; LEFT : 'left' ; LIKE : 'like' ; LIMIT : 'limit' ; NATURAL : 'natural' ; NOT : 'not' ;
NULL : 'null' ; NULLS : 'nulls' ; OFFSET : 'offset' ; ON : 'on' ; OR : 'or' ; ORDER : 'order' ; OUTER : 'outer' ;
OVER : 'over' ; PARTITION : 'partition' ; PRIMARY : 'primary' ; RECURSIVE : 'recursive' ;
REFERENCES : 'references' ; RENAME : 'rename' ; RESTRICT : 'restrict' ; RETURNING : 'returning' ; RIGHT : 'right' ;
ROLLBACK : 'rollback' ; SELECT : 'select' ; SET : 'set' ; TABLE : 'table' ; TEMP : 'temp' ;
TEMPORARY : 'temporary' ; THEN : 'then' ; TO : 'to' ; TRANSACTION : 'transaction' ; TRUE : 'true' ;
UNION : 'union' ; UNIQUE : 'unique' ; UPDATE : 'update' ; USING : 'using' ; VALUES : 'values' ; VIEW : 'view' ;
WHEN : 'when' ; WHERE : 'where' ; WINDOW : 'window' ; WITH : 'with' ;

NUMBER : [0-9]+ ('.' [0-9]*)? ('e' [+\-]? [0-9]+)? | '.' [0-9]+ ('e' [+\-]? [0-9]+)? ;
BLOB : 'x' '\'' ([0-9a-f] [0-9a-f])* '\'' ;
TEXT : '\'' (~['] | '\'\'')* '\'' ;
QUOTED : '"' (~["] | '""')+ '"' ;
IDENTIFIER : [a-z_] [a-z_0-9]* ;

LINE_COMMENT : '--' ~[\r\n]* -> channel(HIDDEN) ;
COMMENT : '/*' .*? '*/' -> channel(HIDDEN) ;
SPACE : [ \t\r\n]+ -> skip ;
