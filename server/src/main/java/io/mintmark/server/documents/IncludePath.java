package io.mintmark.server.documents;

import io.mintmark.document.DocumentId;
import io.mintmark.internal.Printable;
import io.mintmark.protocol.ErrorType;
import io.mintmark.web.http.ApiException;
import java.util.ArrayList;
import java.util.List;

/**
 * One include, parsed: the members on the way, where the ids are, and what stands around them.
 *
 * <p>Names are joined by dots. {@code []} behind a name stands for each element of an array, or each value of an
 * object. {@code $Values} stands for each value of an object, and {@code $Keys}, as the last name, for each name of its
 * members. {@code (prefix)} or <code>[{0}suffix]</code> at the end says what the ids have around what the documents
 * hold.
 *
 * @param steps names of members, {@link #EACH} and {@link #VALUES}
 * @param areKeys whether the ids are names of members
 * @param affix what the ids have around them
 */
record IncludePath(List<String> steps, boolean areKeys, IncludeAffix affix) {
    /** Each element of an array or each value of an object. No name has a bracket. */
    static final String EACH = "[]";

    /** Each value of an object. */
    static final String VALUES = "$Values";

    private static final String KEYS = "$Keys";
    private static final String PLACE = "[{0}";
    private static final String RESERVED = "()[]{}";

    /** Far more than anybody writes: it is taken apart before its names are counted. */
    private static final int CHARS_MAX = 16 << 10;

    IncludePath {
        steps = List.copyOf(steps);
    }

    /**
     * Reads an include.
     *
     * @throws ApiException if it is none; the message says why
     */
    static IncludePath parse(String include) {
        require(include.length() <= CHARS_MAX, include, "has more than " + CHARS_MAX + " characters");
        if (include.endsWith(")")) {
            int open = include.indexOf('(');
            require(open >= 0, include, "has a ) without its (");
            String prefix = include.substring(open + 1, include.length() - 1);
            return parse(include, include.substring(0, open), new IncludeAffix(prefix, ""));
        }
        if (include.endsWith("]") && !include.endsWith(EACH)) {
            int open = include.lastIndexOf('[');
            require(include.startsWith(PLACE, Math.max(open, 0)), include, "has brackets that do not begin with {0}");
            String suffix = include.substring(open + PLACE.length(), include.length() - 1);
            require(suffix.indexOf('{') < 0 && suffix.indexOf('}') < 0, include, "has a second place in its suffix");
            return parse(include, include.substring(0, open), new IncludeAffix("", suffix));
        }
        return parse(include, include, IncludeAffix.NONE);
    }

    private static IncludePath parse(String include, String path, IncludeAffix affix) {
        require(affix.length() <= DocumentId.MAX_BYTES, include, "has a prefix or suffix longer than any id");
        List<String> steps = new ArrayList<>();
        String[] names = path.split("\\.", -1);
        for (int i = 0; i < names.length; i++) {
            boolean isLast = i == names.length - 1;
            String name = withoutBrackets(names[i]);
            requireName(include, name);
            if (name.equals(KEYS) || name.equals("$Key")) {
                require(isLast, include, "goes on after " + name + ", but names of members have no members");
                return new IncludePath(steps, true, affix);
            }
            boolean areValues = name.equals(VALUES) || name.equals("$Value");
            steps.add(areValues ? VALUES : name);
            if (!isLast && !areValues && name.length() < names[i].length()) {
                steps.add(EACH);
            }
        }
        return new IncludePath(steps, false, affix);
    }

    private static String withoutBrackets(String name) {
        int end = name.length();
        while (name.startsWith(EACH, end - EACH.length())) {
            end -= EACH.length();
        }
        return name.substring(0, end);
    }

    private static void requireName(String include, String name) {
        require(!name.isEmpty(), include, "names an empty member");
        require(name.charAt(0) != '"' && name.charAt(0) != '\'', include, "has a name in quotes");
        boolean isPlain = name.chars().noneMatch(unit -> RESERVED.indexOf(unit) >= 0);
        require(isPlain, include, "has parentheses, brackets or braces where a member is named");
    }

    private static void require(boolean holds, String include, String flaw) {
        if (!holds) {
            throw new ApiException(
                    ErrorType.ARGUMENT,
                    "The include '" + Printable.brief(include) + "' " + flaw
                            + ": write members with dots between, such as CustomerId, Lines[].Product, Friends.$Keys,"
                            + " Prices.$Values.Shop, CustomerId(customers/) or CustomerId[{0}/address].");
        }
    }
}
