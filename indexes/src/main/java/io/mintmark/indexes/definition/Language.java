package io.mintmark.indexes.definition;

import io.mintmark.internal.Printable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The language of a map or a reduce, told by how it begins. */
enum Language {
    JAVASCRIPT,
    C_SHARP;

    /** Not repeated, because a repeated group calls itself for each comment. */
    private static final Pattern SPACE_OR_COMMENT = Pattern.compile("\\s+|//[^\\n]*\\n|/\\*(?s:.*?)\\*/");

    private static final Pattern JAVASCRIPT_BEGINS = Pattern.compile("(?:map|groupBy)\\s*\\(");
    private static final Pattern C_SHARP_BEGINS = Pattern.compile("\\(*+\\s*(?:from\\s|docs\\s*[.\\[]|results\\s*\\.)");

    static Language of(String index, String text) {
        String code = code(text);
        if (JAVASCRIPT_BEGINS.matcher(code).lookingAt()) {
            return JAVASCRIPT;
        }
        if (C_SHARP_BEGINS.matcher(code).lookingAt()) {
            return C_SHARP;
        }
        throw new UnsupportedIndexException("The index '" + index + "' begins with '" + Printable.cut(code.strip(), 40)
                + "', which is neither JavaScript (map('Orders', …), groupBy(…).aggregate(…)) nor C# (from o in docs.Orders …,"
                + " from r in results group …): write it in one of them, or as Aggregation.");
    }

    /** Returns {@code text} from the first that is neither space nor comment. */
    private static String code(String text) {
        Matcher next = SPACE_OR_COMMENT.matcher(text);
        int begin = 0;
        while (next.region(begin, text.length()).lookingAt()) {
            begin = next.end();
        }
        return text.substring(begin);
    }
}
