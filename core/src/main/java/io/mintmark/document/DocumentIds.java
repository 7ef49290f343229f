package io.mintmark.document;

import io.mintmark.hilo.HiLo;
import io.mintmark.hilo.NumberInRange;
import io.mintmark.hilo.PerHandleHiLo;
import io.mintmark.range.Range;
import java.util.Arrays;

/**
 * Document ids from a generator: {@code orders/10-A}, each made of a number and the prefix and node tag of the very
 * range that the number belongs to (promise G6).
 *
 * <p>Order and thread safety are those of the generator. Where an id is wanted at the cost of a few nanoseconds, a
 * {@link DocumentIdWriter} writes it without making a String.
 */
public final class DocumentIds {
    /** A power of two. */
    private static final int PLACES = 16;

    private final HiLo generator;
    private final NumberInRange<String> spelling = this::spell;

    /**
     * The hundred of one thread, which need not look for its own; another thread takes its place in the next range.
     * Plain, as those of the threads are: a hundred is immutable, and a thread that reads an old one only looks
     * farther, or spells a hundred again.
     */
    private HundredIds hundred = HundredIds.NONE;

    /** The hundred that each thread began last, by thread: several may issue in different hundreds at once. */
    private final HundredIds[] hundredsByThread = new HundredIds[PLACES];

    private DocumentIds(HiLo generator) {
        this.generator = generator;
        Arrays.fill(hundredsByThread, HundredIds.NONE);
    }

    /** Names what {@code generator} numbers; its source must tell prefix and tag with each range. */
    public static DocumentIds of(HiLo generator) {
        if (generator == null) {
            throw new IllegalArgumentException(
                    "document ids are made of a generator's numbers: generator=null; pass one of HiLo.over(...)");
        }
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
        return latest.holds(range, number) ? latest.spell(number) : spellInOwnHundred(range, number);
    }

    private String spellInOwnHundred(Range range, long number) {
        int place = (int) Thread.currentThread().getId() & (PLACES - 1);
        HundredIds own = hundredsByThread[place];
        if (own.holds(range, number)) {
            return own.spell(number);
        }
        if (number < HundredIds.SIZE) {
            return text(range, number);
        }
        HundredIds next = own.with(range, number);
        hundredsByThread[place] = next;
        if (hundred == own || !hundred.isOf(range)) {
            hundred = next;
        }
        return next.spell(number);
    }

    static String text(Range range, long number) {
        return range.nodeTag().isEmpty() ? range.prefix() + number : range.prefix() + number + '-' + range.nodeTag();
    }
}
