package io.mintmark.document;

import io.mintmark.range.HiLo;
import io.mintmark.range.NumberInRange;
import io.mintmark.range.PerHandleHiLo;
import io.mintmark.range.Range;

/**
 * Document ids from a generator: {@code orders/10-A}, each made of a number and the prefix and node tag of the very range
 * that the number belongs to (promise G6).
 *
 * <p>Order and thread safety are those of the generator. Where an id is wanted at the cost of a few nanoseconds, a
 * {@link DocumentIdWriter} writes it without making a String.
 */
public final class DocumentIds {
    private static final NumberInRange<String> TEXT = DocumentIds::text;

    private final HiLo generator;

    private DocumentIds(HiLo generator) {
        this.generator = generator;
    }

    /** Names what {@code generator} numbers; its source must tell prefix and tag with each range. */
    public static DocumentIds of(HiLo generator) {
        return new DocumentIds(generator);
    }

    /** Returns a new id; fails as {@link HiLo#next()} does. */
    public String next() {
        return generator.nextBlock(1, TEXT);
    }

    /** Returns a new id, checked and ready to be compared. */
    public DocumentId nextId() {
        return DocumentId.of(next());
    }

    /**
     * Returns a writer that keeps its latest id in {@code buffer} from {@code offset} on, for one thread at a time.
     *
     * @param generator gives the writer a handle of its own
     */
    public static DocumentIdWriter writer(PerHandleHiLo generator, byte[] buffer, int offset) {
        return new DocumentIdWriter(generator.handle(), buffer, offset);
    }

    static String text(Range range, long number) {
        return range.nodeTag().isEmpty() ? range.prefix() + number : range.prefix() + number + '-' + range.nodeTag();
    }
}
