package io.mintmark.number;

import io.mintmark.number.BitField.Kind;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Fields in their places: how far each is shifted, and how a worker number spreads over several. Immutable. */
final class BitCut {
    private static final int BITS_MAX = 64;
    private static final int SEQUENCE_BITS_MAX = 31;
    private static final int WORKER_BITS_MAX = 30;

    final List<BitField> fields;
    final BitField time;
    final BitField sequence;
    final int timeShift;
    final int sequenceShift;
    final int workerBits;
    private final int[] shifts;

    BitCut(List<BitField> fields) {
        this.fields = fields;
        requireOrder();
        this.shifts = shifts();
        this.time = fields.get(0);
        this.timeShift = shifts[0];
        int at = fields.stream().map(BitField::kind).toList().indexOf(Kind.SEQUENCE);
        this.sequence = fields.get(at);
        this.sequenceShift = shifts[at];
        this.workerBits = fields.stream()
                .filter(field -> field.kind() == Kind.WORKER)
                .mapToInt(BitField::bits)
                .sum();
        requireWidths();
    }

    private void requireOrder() {
        Set<String> names = new HashSet<>();
        boolean named = fields.stream().allMatch(field -> names.add(field.name()));
        if (!named
                || fields.isEmpty()
                || fields.get(0).kind() != Kind.TIME
                || count(Kind.TIME) != 1
                || count(Kind.SEQUENCE) != 1) {
            throw new IllegalArgumentException("a layout must have its time in front, so that ids rise with it, one"
                    + " sequence, and a name of its own for each field: " + fields);
        }
    }

    private long count(Kind kind) {
        return fields.stream().filter(field -> field.kind() == kind).count();
    }

    private int[] shifts() {
        int[] result = new int[fields.size()];
        int below = 0;
        for (int i = result.length - 1; i >= 0; i--) {
            result[i] = below;
            below += fields.get(i).bits();
        }
        if (below > BITS_MAX) {
            throw new IllegalArgumentException("a layout must have at most 64 bits: " + fields + " have " + below);
        }
        return result;
    }

    private void requireWidths() {
        if (sequence.bits() > SEQUENCE_BITS_MAX || workerBits > WORKER_BITS_MAX) {
            throw new IllegalArgumentException("a layout must have at most " + SEQUENCE_BITS_MAX
                    + " bits of sequence and " + WORKER_BITS_MAX + " of workers: " + fields);
        }
    }

    /** Puts the bits of a worker number into their fields. */
    long scattered(long worker) {
        long bits = 0;
        long left = worker;
        for (int i = shifts.length - 1; i > 0; i--) {
            BitField field = fields.get(i);
            if (field.kind() == Kind.WORKER) {
                bits |= (left & field.max()) << shifts[i];
                left >>>= field.bits();
            }
        }
        return bits;
    }

    /** Collects the bits of a worker number from their fields. */
    long gathered(long id) {
        long worker = 0;
        for (int i = 1; i < shifts.length; i++) {
            BitField field = fields.get(i);
            if (field.kind() == Kind.WORKER) {
                worker = worker << field.bits() | valueAt(i, id);
            }
        }
        return worker;
    }

    /** Returns the value of the field of that name. */
    long value(long id, String name) {
        for (int i = 0; i < shifts.length; i++) {
            if (fields.get(i).name().equals(name)) {
                return valueAt(i, id);
            }
        }
        throw new IllegalArgumentException("this layout has no field '" + name + "'; it has " + fields);
    }

    private long valueAt(int field, long id) {
        return id >>> shifts[field] & fields.get(field).max();
    }
}
