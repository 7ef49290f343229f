package io.mintmark.number;

import io.mintmark.counter.ExhaustedException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * How an id of 63 bits is cut into a time, a worker number and a sequence, as Twitter's Snowflake and its relatives do
 * it.
 *
 * <p>Ids are 1 to 2^63-1. A layout of 64 bits, such as Discord's or Instagram's, therefore lasts for the half of its
 * time field in which the sign bit is clear; {@link #runsOut} says until when. All arithmetic of such ids is here; a
 * generator is {@link #generator()}. Immutable.
 */
public final class BitLayout {
    private static final long TICK_MILLIS_MAX = 60_000;

    private final BitCut cut;
    private final Instant epoch;
    private final long epochMillis;
    private final long tickMillis;
    private final long tickMax;

    private BitLayout(Instant epoch, Duration tick, BitCut cut, long tickMax) {
        this.cut = cut;
        this.epoch = epoch;
        this.epochMillis = epoch.toEpochMilli();
        this.tickMillis = requireTick(tick);
        this.tickMax = tickMax;
    }

    /**
     * Returns a layout; {@link BitLayouts} has the well-known ones.
     *
     * @param epoch when tick 0 began, to the millisecond
     * @param tick how long a tick is: whole milliseconds, 1 to 60,000
     * @param fields from the most significant bit on: the time first, one sequence, and the parts of the worker number;
     *     at most 64 bits, 31 of them for the sequence and 30 for workers; the last tick ends within 2^63-1 ms of 1970
     * @throws IllegalArgumentException if that is no layout; the message names the rule and the value
     */
    public static BitLayout of(Instant epoch, Duration tick, BitField... fields) {
        BitCut cut = new BitCut(List.of(fields));
        long tickMax = Math.min(cut.time.max(), Long.MAX_VALUE >>> cut.timeShift);
        requireCalendar(epoch, requireTick(tick), tickMax, cut);
        return new BitLayout(epoch, tick, cut, tickMax);
    }

    /** Times are counted in a long: a time that does not fit would come out as one long ago. */
    private static void requireCalendar(Instant epoch, long tickMillis, long tickMax, BitCut cut) {
        try {
            long ignored = Math.addExact(epoch.toEpochMilli(), Math.multiplyExact(tickMax + 1, tickMillis));
        } catch (ArithmeticException beyond) {
            throw new IllegalArgumentException("a layout must end within " + Long.MAX_VALUE + " ms of 1970, but "
                    + (tickMax + 1) + " ticks of " + tickMillis + " ms from " + epoch
                    + " end later: take fewer bits of time, shorter ticks or an earlier epoch; fields=" + cut.fields);
        }
    }

    /**
     * Returns the same cut with another beginning.
     *
     * @throws IllegalArgumentException if its last tick would end beyond 2^63-1 ms from 1970
     */
    public BitLayout withEpoch(Instant other) {
        requireCalendar(other, tickMillis, Math.min(cut.time.max(), Long.MAX_VALUE >>> cut.timeShift), cut);
        return new BitLayout(other, tick(), cut, tickMax);
    }

    /**
     * Returns the same cut for a generator whose time field begins anew when it is full; it cuts off what overflows.
     */
    BitLayout endless() {
        return new BitLayout(epoch, tick(), cut, (Long.MAX_VALUE >>> cut.sequence.bits()) - 1);
    }

    private static long requireTick(Duration tick) {
        if (tick.compareTo(Duration.ofMillis(1)) < 0
                || tick.compareTo(Duration.ofMillis(TICK_MILLIS_MAX)) > 0
                || tick.getNano() % 1_000_000 != 0) {
            throw new IllegalArgumentException(
                    "a tick must be whole milliseconds, 1 to " + TICK_MILLIS_MAX + ": tick=" + tick);
        }
        return tick.toMillis();
    }

    /** Returns the fields, most significant first. */
    public List<BitField> fields() {
        return cut.fields;
    }

    /** Returns when tick 0 began. */
    public Instant epoch() {
        return epoch;
    }

    /** Returns how long a tick is. */
    public Duration tick() {
        return Duration.ofMillis(tickMillis);
    }

    /** Returns the last tick that has ids. */
    public long tickMax() {
        return tickMax;
    }

    /** Returns the highest worker number; 0 if the layout has no worker field. */
    public long workerMax() {
        return (1L << cut.workerBits) - 1;
    }

    /** Returns the highest number of a sequence; a worker makes one id more than that in a tick. */
    public long sequenceMax() {
        return cut.sequence.max();
    }

    /** Returns how many ids one worker can make in a second, in the long run. */
    public long idsPerSecond() {
        return (sequenceMax() + 1) * 1_000 / tickMillis;
    }

    /** Returns the first moment that has no ids. */
    public Instant runsOut() {
        return Instant.ofEpochMilli(millisOf(tickMax + 1));
    }

    /** Returns the exception for a caller that wants an id after the last tick. */
    ExhaustedException ranOut() {
        return new ExhaustedException("This layout has no ids from " + runsOut()
                + " on: take one with more bits of time or a later epoch, in a column of its own. " + this);
    }

    /** Starts to describe a generator of such ids. */
    public TimeOrderedIdsBuilder generator() {
        return new TimeOrderedIdsBuilder(this);
    }

    /**
     * Returns the id of these parts.
     *
     * @throws InvalidIdException if one of them does not fit, or the id were 0
     */
    public long encode(long tick, long worker, long sequence) {
        requireFits("tick", tick, tickMax);
        requireFits("worker", worker, workerMax());
        requireFits("sequence", sequence, sequenceMax());
        long id = tick << cut.timeShift | cut.scattered(worker) | sequence << cut.sequenceShift;
        if (id == 0) {
            throw new InvalidIdException("0 is not an id, it stands for none: tick, worker and sequence are all 0");
        }
        return id;
    }

    private static void requireFits(String what, long value, long max) {
        if (value < 0 || value > max) {
            throw new InvalidIdException("the " + what + " of this layout must be 0 to " + max + ": " + value);
        }
    }

    /**
     * Returns the parts of an id.
     *
     * @throws InvalidIdException if {@code id} is 0 or negative, or has bits in front of this layout's time
     */
    public BitParts decode(long id) {
        requireId(id);
        long tick = id >>> cut.timeShift;
        long sequence = id >>> cut.sequenceShift & sequenceMax();
        return new BitParts(tick, Instant.ofEpochMilli(millisOf(tick)), cut.gathered(id), sequence);
    }

    /**
     * Returns the value of one field of an id.
     *
     * @throws InvalidIdException as {@link #decode} does
     * @throws IllegalArgumentException if no field is called {@code name}
     */
    public long part(long id, String name) {
        requireId(id);
        return cut.value(id, name);
    }

    private void requireId(long id) {
        if (id <= 0 || id >>> cut.timeShift > tickMax) {
            long idMax = tickMax << cut.timeShift | ((1L << cut.timeShift) - 1);
            throw new InvalidIdException("an id of this layout must be 1 to " + idMax + ": " + id
                    + (id < 0 ? ", which is beyond 2^63-1 if it was meant as unsigned" : ""));
        }
    }

    /** Returns the tick that {@code unixMillis} lies in; negative before the epoch. */
    long tickOf(long unixMillis) {
        return Math.floorDiv(unixMillis - epochMillis, tickMillis);
    }

    /** Returns when a tick begins, in milliseconds since 1970. */
    long millisOf(long tick) {
        return epochMillis + tick * tickMillis;
    }

    /** Returns where tick, sequence and {@code worker} go in an id, for the hot path. */
    BitPlaces places(long worker) {
        requireFits("worker", worker, workerMax());
        int sequenceBits = cut.sequence.bits();
        return new BitPlaces(sequenceBits, cut.timeShift - sequenceBits, cut.sequenceShift, cut.scattered(worker));
    }

    /** Names the fields with their widths, the tick and the end. */
    @Override
    public String toString() {
        return fields().stream().map(BitField::toString).collect(Collectors.joining(" | ")) + ", ticks of " + tickMillis
                + " ms from " + epoch + ", runs out " + runsOut();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof BitLayout that
                && fields().equals(that.fields())
                && epoch.equals(that.epoch)
                && tickMillis == that.tickMillis;
    }

    @Override
    public int hashCode() {
        return Objects.hash(fields(), epoch, tickMillis);
    }
}

/**
 * Where tick and sequence of a generator's cursor go in an id.
 *
 * @param sequenceBits how many low bits of the cursor are the sequence; the tick lies above them
 * @param timeLift how far the tick moves up
 * @param sequenceShift how far the sequence moves up
 * @param worker the worker number in its place
 */
record BitPlaces(int sequenceBits, int timeLift, int sequenceShift, long worker) {}
