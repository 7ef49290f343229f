/**
 * The part of C# in which RavenDB's indexes are written: a query, or calls of its methods, and the expressions in it. More is
 * read here than is understood, so that a refusal can say what it met and how the same is written in JavaScript.
 */
grammar Linq;

definition
    : expression ';'? EOF
    ;

query
    : FROM type? ID IN expression clause* ending
    ;

clause
    : FROM type? ID IN expression           # FromClause
    | LET ID '=' expression                 # LetClause
    | WHERE expression                      # WhereClause
    | ORDERBY expression                    # OrderClause
    ;

ending
    : SELECT expression                                             # SelectEnding
    | GROUP expression BY expression INTO ID clause* ending         # GroupEnding
    ;

expression
    : query                                                         # QueryExpression
    | expression ('.' | '?.') ID                                    # Member
    | expression '(' (expression (',' expression)*)? ')'            # Call
    | expression '[' expression ']'                                 # Element
    | '(' BUILTIN '?'? ')' expression                               # Cast
    | ('-' | '!') expression                                        # Prefix
    | expression ('*' | '/' | '%') expression                       # Product
    | expression ('+' | '-') expression                             # Sum
    | expression ('<' | '>' | '<=' | '>=') expression               # Order
    | expression ('==' | '!=') expression                           # Equality
    | expression '&&' expression                                    # Conjunction
    | expression '||' expression                                    # Disjunction
    | <assoc = right> expression '??' expression                    # Coalescence
    | <assoc = right> expression '?' expression ':' expression      # Condition
    | NEW '{' (binding (',' binding)* ','?)? '}'                    # NewObject
    | NEW type? '[' ']' '{' (expression (',' expression)* ','?)? '}' # NewArray
    | NEW type '(' (expression (',' expression)*)? ')'              # NewInstance
    | ID '=>' expression                                            # Lambda
    | '(' ID ')' '=>' expression                                    # LongLambda
    | '(' expression ')'                                            # Parentheses
    | literal                                                       # LiteralValue
    | (ID | BUILTIN)                                                # Name
    ;

binding
    : ID '=' expression                     # NamedBinding
    | expression                            # PlainBinding
    ;

literal
    : NUMBER
    | TEXT
    | VERBATIM
    | TRUE
    | FALSE
    | NULL
    ;

type
    : (ID | BUILTIN) ('.' ID)* '?'?
    ;

FROM : 'from' ;
IN : 'in' ;
LET : 'let' ;
WHERE : 'where' ;
ORDERBY : 'orderby' ;
SELECT : 'select' ;
GROUP : 'group' ;
BY : 'by' ;
INTO : 'into' ;
NEW : 'new' ;
TRUE : 'true' ;
FALSE : 'false' ;
NULL : 'null' ;

BUILTIN : 'int' | 'long' | 'short' | 'byte' | 'decimal' | 'double' | 'float' | 'string' | 'bool' | 'object' | 'dynamic' ;
ID : [\p{Alpha}_@] [\p{Alpha}\p{Nd}_]* ;
NUMBER : [0-9]+ ('.' [0-9]+)? ([eE] [+-]? [0-9]+)? [mMdDfFlLuU]* ;
TEXT : '"' (~["\\\r\n] | '\\' .)* '"' ;
VERBATIM : '@"' (~["] | '""')* '"' ;
SPACE : [ \t\r\n]+ -> skip ;
COMMENT : '//' ~[\r\n]* -> skip ;
LONG_COMMENT : '/*' .*? '*/' -> skip ;
ANYTHING : . ;
