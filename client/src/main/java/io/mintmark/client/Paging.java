package io.mintmark.client;

/**
 * A page of the documents with a prefix, in the order of their ids; immutable.
 *
 * <p>Patterns match the rest of an id after the prefix: {@code *} is any text, {@code ?} any one character, {@code |}
 * separates alternatives, and case does not count.
 *
 * @param start the number of documents to skip, 0 or more; skipping many is slow, {@code startAfter} is not
 * @param pageSize the largest number of documents to return, 1 or more
 * @param matches the pattern that the rest must match; empty for any
 * @param exclude the pattern that it must not match; empty for none
 * @param startAfter the id after which to begin; empty for the first
 */
public record Paging(int start, int pageSize, String matches, String exclude, String startAfter) {
    /** The first 25 documents. */
    public static final Paging FIRST = new Paging(0, 25, "", "", "");

    /** Checks the numbers; throws {@link IllegalArgumentException} naming the one that is too small. */
    public Paging {
        if (start < 0) {
            throw new IllegalArgumentException("a page must start at 0 or later: start=" + start);
        }
        if (pageSize < 1) {
            throw new IllegalArgumentException("a page must have room for 1 document: pageSize=" + pageSize);
        }
    }

    /** Returns the first page of that size. */
    public static Paging of(int pageSize) {
        return new Paging(0, pageSize, "", "", "");
    }

    /** Returns a page that skips {@code start} documents. */
    public Paging from(int start) {
        return new Paging(start, pageSize, matches, exclude, startAfter);
    }

    /** Returns a page of documents whose rest of the id matches {@code pattern}. */
    public Paging matching(String pattern) {
        return new Paging(start, pageSize, pattern, exclude, startAfter);
    }

    /** Returns a page of documents whose rest of the id does not match {@code pattern}. */
    public Paging excluding(String pattern) {
        return new Paging(start, pageSize, matches, pattern, startAfter);
    }

    /** Returns a page that begins after the document {@code id}, the last one of the page before. */
    public Paging after(String id) {
        return new Paging(start, pageSize, matches, exclude, id);
    }
}
