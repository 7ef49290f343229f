package io.mintmark.storage.lease;

import io.mintmark.counter.OpenLease;
import io.mintmark.storage.write.CounterName;
import io.mintmark.storage.write.Cut;
import io.mintmark.storage.write.CutLog;
import io.mintmark.storage.write.Holder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Encodes the ranges of one counter in the order in which a node cut them. A usual one follows the one before it, and
 * takes two bytes. Used under its owner's lock.
 *
 * <p>An entry is a byte of flags and what they say is there, as numbers of seven bits a byte: see {@link CutReader}.
 */
public final class CutWriter {
    /** Nothing is left of the reservation: the entry is its rest, which nobody got. */
    static final int LEFT = 1;
    /** It does not begin behind the entry before it. */
    static final int ELSEWHERE = 2;
    /** It has another size than the range before it. */
    static final int OTHER_SIZE = 4;
    /** Numbers below it were passed over. */
    static final int PASSED = 8;
    /** Numbers at its end were given back. */
    static final int RETURNED = 16;
    /** It has another holder than the range before it. */
    static final int OTHER_HOLDER = 32;
    /** Its serial is not the next one. */
    static final int OTHER_SERIAL = 64;
    /** It was cut in another millisecond than the range before it. */
    static final int OTHER_TIME = 128;

    /** No entry without texts is longer. */
    private static final int ENTRY_BYTES_MAX = 64;

    private final Map<Holder, Integer> holders = new HashMap<>();
    private byte[] bytes = new byte[ENTRY_BYTES_MAX];
    private int length;

    private long end;
    private long size;
    private long serial;
    private long millis;
    private @Nullable Holder holder;

    private long firstMillis;
    private long low;
    private long high;

    /**
     * Adds a range of which nothing can be given back any more.
     *
     * @param last the last number of it that was used
     */
    public void add(Cut cut, long last) {
        OpenLease lease = cut.lease();
        long itsSize = lease.high() - lease.low() + 1;
        long moment = cut.at().toEpochMilli();
        begin(cut.begin(), last, moment);
        int flags = place(cut.begin())
                | flag(itsSize != size, OTHER_SIZE)
                | flag(cut.passed() > 0, PASSED)
                | flag(last < lease.high(), RETURNED)
                | flag(!cut.holder().equals(holder), OTHER_HOLDER)
                | flag(lease.serial() != serial + 1, OTHER_SERIAL)
                | flag(moment != millis, OTHER_TIME);
        bytes[length++] = (byte) flags;
        putIf(flags & ELSEWHERE, cut.begin() - end - 1);
        putIf(flags & OTHER_SIZE, itsSize);
        putIf(flags & PASSED, cut.passed());
        putIf(flags & RETURNED, lease.high() - last);
        putIf(flags & OTHER_SERIAL, lease.serial() - serial - 1);
        putIf(flags & OTHER_TIME, moment - millis);
        size = itsSize;
        serial = lease.serial();
        millis = moment;
        end = last;
        if ((flags & OTHER_HOLDER) != 0) {
            put(cut.holder());
        }
    }

    /** Adds the rest of a reservation that nobody gets. */
    public void addLeft(long from, long to, Instant now) {
        begin(from, to, now.toEpochMilli());
        int flags = LEFT | place(from);
        bytes[length++] = (byte) flags;
        putIf(flags & ELSEWHERE, from - end - 1);
        put(to - from + 1);
        end = to;
    }

    private int place(long from) {
        return flag(from != end + 1, ELSEWHERE);
    }

    private static int flag(boolean isSet, int flag) {
        return isSet ? flag : 0;
    }

    /** The bounds of a chunk are those of numbers that it decides: what went back is decided elsewhere. */
    private void begin(long from, long to, long moment) {
        if (length == 0) {
            firstMillis = moment;
        }
        if (from <= to) {
            low = high == 0 ? from : Math.min(low, from);
            high = Math.max(high, to);
        }
        room(ENTRY_BYTES_MAX);
    }

    private void room(int more) {
        if (bytes.length - length < more) {
            bytes = Arrays.copyOf(bytes, 2 * bytes.length + more);
        }
    }

    private void putIf(int flag, long number) {
        if (flag != 0) {
            put(number);
        }
    }

    /** A small number of either sign is short. */
    private void put(long number) {
        long rest = number << 1 ^ number >> 63;
        while (rest >>> 7 != 0) {
            bytes[length++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[length++] = (byte) rest;
    }

    private void put(Holder next) {
        holder = next;
        Integer known = holders.putIfAbsent(next, holders.size());
        room(ENTRY_BYTES_MAX);
        put(known == null ? holders.size() - 1 : known);
        if (known == null) {
            put(next.client());
            put(next.principal());
        }
    }

    private void put(@Nullable String text) {
        byte[] utf8 = text == null ? new byte[0] : text.getBytes(StandardCharsets.UTF_8);
        room(ENTRY_BYTES_MAX + utf8.length);
        put(text == null ? -1 : utf8.length);
        System.arraycopy(utf8, 0, bytes, length, utf8.length);
        length += utf8.length;
    }

    /** Returns how many bytes there are. */
    public int length() {
        return length;
    }

    /** Returns what was added so far. */
    public byte[] content() {
        return Arrays.copyOf(bytes, length);
    }

    /** Returns what was added, as a chunk of the log. */
    public CutLog.Chunk chunk(CounterName counter) {
        return new CutLog.Chunk(
                counter,
                low,
                high,
                Instant.ofEpochMilli(firstMillis),
                Instant.ofEpochMilli(Math.max(firstMillis, millis)),
                content());
    }
}
