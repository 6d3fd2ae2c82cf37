// A subset of XML 1.0: elements, attributes, text, references, comments, CDATA and instructions.
parser grammar XML;

options { tokenVocab = XMLLexer; }

document : declaration? misc* DOCTYPE? misc* element misc* EOF ;

declaration : DECLARATION attribute* DECLARATION_CLOSE ;

misc : COMMENT | instruction | TEXT ;

instruction : INSTRUCTION INSTRUCTION_TEXT ;

element
    : OPEN NAME attribute* CLOSE content OPEN SLASH NAME CLOSE
    | OPEN NAME attribute* EMPTY_CLOSE
    ;

attribute : NAME EQUALS STRING ;

content : TEXT? (part TEXT?)* ;

part
    : element
    | ENTITY
    | CHARACTER
    | CDATA
    | COMMENT
    | instruction
    ;
