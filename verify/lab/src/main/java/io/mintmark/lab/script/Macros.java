package io.mintmark.lab.script;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Texts by name that stand for themselves in other texts, as {@code ⟦name⟧} or, with arguments, {@code ⟦name¦one¦two⟧};
 * in the text of a name {@code ⟦1⟧} to {@code ⟦9⟧} are its arguments. Brackets that begin with no name stay as they
 * are.
 */
public final class Macros {
    static final char OPEN = '⟦';
    static final char CLOSE = '⟧';
    private static final char SEPARATOR = '¦';
    private static final int ARGUMENTS_MAX = 9;

    private final Map<String, String> texts;

    /** Creates a set without names. */
    public Macros() {
        this(Map.of());
    }

    private Macros(Map<String, String> texts) {
        this.texts = new HashMap<>(texts);
    }

    /** Returns a copy that can be given names of its own. */
    public Macros copy() {
        return new Macros(texts);
    }

    /** Gives others all names of this one. */
    public void addTo(Macros others) {
        others.texts.putAll(texts);
    }

    /** Gives a text a name; an older one of that name is forgotten. */
    public Macros define(String name, String text) {
        texts.put(name, text);
        return this;
    }

    /** Returns the text with all names replaced, also those in the texts of names. */
    public String expand(String text) {
        StringBuilder all = new StringBuilder();
        int at = 0;
        for (int open = text.indexOf(OPEN); open >= 0; open = text.indexOf(OPEN, at)) {
            int close = closing(text, open);
            all.append(text, at, open).append(bracket(text.substring(open + 1, close)));
            at = close + 1;
        }
        return all.append(text, at, text.length()).toString();
    }

    private String bracket(String content) {
        List<String> words = words(content);
        String known = texts.get(words.get(0));
        return known == null ? OPEN + expand(content) + CLOSE : expand(filled(known, words));
    }

    private static String filled(String text, List<String> words) {
        String filled = text;
        for (int i = 1; i <= ARGUMENTS_MAX; i++) {
            filled = filled.replace("" + OPEN + i + CLOSE, i < words.size() ? words.get(i) : "");
        }
        return filled;
    }

    private static int closing(String text, int open) {
        int depth = 0;
        for (int i = open; i < text.length(); i++) {
            depth += depthOf(text.charAt(i));
            if (depth == 0) {
                return i;
            }
        }
        throw new IllegalArgumentException("each bracket must be closed: " + text);
    }

    private static List<String> words(String content) {
        List<String> words = new ArrayList<>();
        int depth = 0;
        int begin = 0;
        for (int i = 0; i < content.length(); i++) {
            depth += depthOf(content.charAt(i));
            if (depth == 0 && content.charAt(i) == SEPARATOR) {
                words.add(content.substring(begin, i));
                begin = i + 1;
            }
        }
        words.add(content.substring(begin));
        return words;
    }

    private static int depthOf(char c) {
        return c == OPEN ? 1 : c == CLOSE ? -1 : 0;
    }
}
