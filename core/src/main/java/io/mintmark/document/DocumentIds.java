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
    private final HiLo generator;
    private final NumberInRange<String> spelling = this::spell;

    /** The hundred spelt last. Plain: it is immutable, and whoever reads an old one only spells a hundred again. */
    private HundredIds hundred = HundredIds.NONE;

    private DocumentIds(HiLo generator) {
        this.generator = generator;
    }

    /** Names what {@code generator} numbers; its source must tell prefix and tag with each range. */
    public static DocumentIds of(HiLo generator) {
        return new DocumentIds(generator);
    }

    /** Returns a new id; fails as {@link HiLo#next()} does. */
    public String next() {
        return generator.nextBlock(1, spelling);
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

    private String spell(Range range, long number) {
        HundredIds latest = hundred;
        if (!latest.holds(range, number)) {
            if (number < HundredIds.SIZE) {
                return text(range, number);
            }
            latest = latest.with(range, number);
            hundred = latest;
        }
        return latest.spell(number);
    }

    static String text(Range range, long number) {
        return range.nodeTag().isEmpty() ? range.prefix() + number : range.prefix() + number + '-' + range.nodeTag();
    }
}
