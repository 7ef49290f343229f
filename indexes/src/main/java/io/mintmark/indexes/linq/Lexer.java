package io.mintmark.indexes.linq;

import io.mintmark.internal.Printable;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Splits a definition into tokens, in one pass over its characters. */
final class Lexer {
    private static final Set<String> KEYWORDS = Set.of(
            "from", "in", "let", "where", "orderby", "select", "group", "by", "into", "new", "true", "false", "null");

    private static final Set<String> TYPES =
            Set.of("int", "long", "short", "byte", "decimal", "double", "float", "string", "bool", "object", "dynamic");

    /** A program writes these with an @ where they are names; clients pass it on. */
    private static final Set<String> RESERVED = Set.of(
            ("abstract as base bool break byte by case catch char checked class const continue decimal default delegate"
                            + " do double dynamic else enum event explicit extern false finally fixed float for foreach"
                            + " from goto group if implicit in int interface internal into is let lock long namespace"
                            + " new null object operator orderby out override params private protected public readonly"
                            + " ref return sbyte sealed select short sizeof stackalloc static string struct switch this"
                            + " throw true try typeof uint ulong unchecked unsafe ushort using virtual void volatile"
                            + " where while")
                    .split(" ", -1));

    private static final Set<String> LONG_SIGNS = Set.of("=>", "==", "!=", "<=", ">=", "&&", "||", "??", "?.");

    private static final String SIGNS = "()[]{}.,;:?+-*/%!<>=";
    private static final String SPACES = " \t\r\n";
    private static final String SUFFIXES = "mMdDfFlLuU";

    private final String source;
    private final List<Token> tokens = new ArrayList<>();
    private int at;

    private Lexer(String source) {
        this.source = source;
    }

    static List<Token> tokens(String source) {
        Lexer lexer = new Lexer(source);
        for (lexer.skip(); lexer.at < source.length(); lexer.skip()) {
            lexer.next();
        }
        lexer.add(Token.Kind.END, source.length());
        return lexer.tokens;
    }

    private boolean sees(String text) {
        return source.startsWith(text, at);
    }

    /** Passes spaces and comments. */
    private void skip() {
        while (at < source.length()) {
            if (SPACES.indexOf(source.charAt(at)) >= 0) {
                at++;
            } else if (sees("//")) {
                at = endOr(source.indexOf('\n', at), source.length());
            } else if (sees("/*")) {
                at = endOr(source.indexOf("*/", at + 2), -1) + 2;
            } else {
                return;
            }
        }
    }

    private int endOr(int end, int missing) {
        if (end < 0 && missing < 0) {
            throw refusal("a comment without its end");
        }
        return end < 0 ? missing : end;
    }

    private void next() {
        int c = source.codePointAt(at);
        if (c == '"') {
            add(Token.Kind.TEXT, textEnd());
        } else if (sees("@\"")) {
            add(Token.Kind.VERBATIM, verbatimEnd());
        } else if (c >= '0' && c <= '9') {
            add(Token.Kind.NUMBER, numberEnd());
        } else if (Character.isAlphabetic(c) || c == '_' || c == '@') {
            word();
        } else if (at + 2 <= source.length() && LONG_SIGNS.contains(source.substring(at, at + 2))) {
            add(Token.Kind.SIGN, at + 2);
        } else if (SIGNS.indexOf(c) >= 0) {
            add(Token.Kind.SIGN, at + 1);
        } else {
            throw refusal("'" + Printable.of(Character.toString(c)) + "'");
        }
    }

    private void add(Token.Kind kind, int end) {
        add(kind, end, source.substring(at, end));
    }

    private void add(Token.Kind kind, int end, String text) {
        tokens.add(new Token(kind, new Span(source, at, end), text));
        at = end;
    }

    private void word() {
        int end = at + Character.charCount(source.codePointAt(at));
        while (end < source.length() && isPartOfWord(source.codePointAt(end))) {
            end += Character.charCount(source.codePointAt(end));
        }
        String word = source.substring(at, end);
        if (word.charAt(0) == '@' && RESERVED.contains(word.substring(1))) {
            add(Token.Kind.NAME, end, word.substring(1));
            return;
        }
        Token.Kind other = TYPES.contains(word) ? Token.Kind.TYPE : Token.Kind.NAME;
        add(KEYWORDS.contains(word) ? Token.Kind.KEYWORD : other, end);
    }

    private static boolean isPartOfWord(int c) {
        return Character.isAlphabetic(c) || Character.isDigit(c) || c == '_';
    }

    private int textEnd() {
        int end = at + 1;
        while (end < source.length() && source.charAt(end) != '"' && source.charAt(end) != '\n') {
            end += source.charAt(end) == '\\' ? 2 : 1;
        }
        if (end >= source.length() || source.charAt(end) == '\n') {
            throw refusal("a text without its end");
        }
        return end + 1;
    }

    private int verbatimEnd() {
        int end = source.indexOf('"', at + 2);
        while (end >= 0 && source.startsWith("\"\"", end)) {
            end = source.indexOf('"', end + 2);
        }
        if (end < 0) {
            throw refusal("a text without its end");
        }
        return end + 1;
    }

    private int numberEnd() {
        int end = digitsEnd(at);
        if (end < source.length() && source.charAt(end) == '.' && digitsEnd(end + 1) > end + 1) {
            end = digitsEnd(end + 1);
        }
        if (end < source.length() && "eE".indexOf(source.charAt(end)) >= 0) {
            boolean isSigned = end + 1 < source.length() && "+-".indexOf(source.charAt(end + 1)) >= 0;
            int digits = end + (isSigned ? 2 : 1);
            end = digitsEnd(digits) > digits ? digitsEnd(digits) : end;
        }
        while (end < source.length() && SUFFIXES.indexOf(source.charAt(end)) >= 0) {
            end++;
        }
        return end;
    }

    private int digitsEnd(int begin) {
        int end = begin;
        while (end < source.length() && source.charAt(end) >= '0' && source.charAt(end) <= '9') {
            end++;
        }
        return end;
    }

    private NotUnderstoodException refusal(String what) {
        return new NotUnderstoodException(what + " at " + new Span(source, at, at).place());
    }
}
