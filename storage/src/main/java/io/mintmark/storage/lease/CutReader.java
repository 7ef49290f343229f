package io.mintmark.storage.lease;

import io.mintmark.MintmarkException;
import io.mintmark.counter.OpenLease;
import io.mintmark.document.NodeTag;
import io.mintmark.storage.write.Cut;
import io.mintmark.storage.write.Holder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads what {@link CutWriter} wrote, from its beginning to the entry that is looked for. Used by one thread. */
public final class CutReader {
    private final NodeTag node;
    private final byte[] bytes;
    private final List<Holder> holders = new ArrayList<>();
    private int at;

    private long end;
    private long size;
    private long serial;
    private long millis;
    private Holder holder = Holder.UNKNOWN;

    private CutReader(NodeTag node, byte[] bytes) {
        this.node = node;
        this.bytes = bytes;
    }

    /**
     * Returns what a chunk says of a number; empty if it says nothing.
     *
     * @param node tag of the node that cut its ranges
     * @throws MintmarkException if its bytes are damaged
     */
    public static Optional<CutFact> find(NodeTag node, byte[] content, long number) {
        CutReader reader = new CutReader(node, content);
        try {
            while (reader.at < content.length) {
                CutFact found = reader.next(number);
                if (found != null) {
                    return Optional.of(found);
                }
            }
        } catch (IndexOutOfBoundsException | IllegalArgumentException e) {
            throw new MintmarkException(
                    "A chunk of the lease log is damaged: the byte " + reader.at + " of " + content.length
                            + " is none that an entry may have. Put a backup back, or ask for another number.",
                    e);
        }
        return Optional.empty();
    }

    private @Nullable CutFact next(long number) {
        int flags = bytes[at++];
        long from = end + 1 + numberIf(flags & CutWriter.ELSEWHERE);
        if ((flags & CutWriter.LEFT) != 0) {
            end = from + number() - 1;
            return number >= from && number <= end ? new CutFact.Left() : null;
        }
        return range(flags, from, number);
    }

    private @Nullable CutFact range(int flags, long from, long number) {
        if ((flags & CutWriter.OTHER_SIZE) != 0) {
            size = number();
        }
        long low = from + numberIf(flags & CutWriter.PASSED);
        long high = low + size - 1;
        long last = high - numberIf(flags & CutWriter.RETURNED);
        serial += 1 + numberIf(flags & CutWriter.OTHER_SERIAL);
        millis += numberIf(flags & CutWriter.OTHER_TIME);
        if ((flags & CutWriter.OTHER_HOLDER) != 0) {
            holder = holder();
        }
        end = last;
        if (number < from || number > last) {
            return null;
        }
        Cut cut = new Cut(new OpenLease(serial, low, high), low - from, Instant.ofEpochMilli(millis), holder);
        return number < low ? new CutFact.Passed(cut) : new CutFact.Held(node, cut, last);
    }

    private Holder holder() {
        int index = Math.toIntExact(number());
        if (index == holders.size()) {
            holders.add(new Holder(text(), text()));
        }
        return holders.get(index);
    }

    private @Nullable String text() {
        int length = Math.toIntExact(number());
        if (length < 0) {
            return null;
        }
        String text = new String(bytes, at, length, StandardCharsets.UTF_8);
        at += length;
        return text;
    }

    private long numberIf(int flag) {
        return flag == 0 ? 0 : number();
    }

    private long number() {
        long zigzag = 0;
        for (int shift = 0; ; shift += 7) {
            byte part = bytes[at++];
            zigzag |= (part & 0x7FL) << shift;
            if (part >= 0) {
                return zigzag >>> 1 ^ -(zigzag & 1);
            }
        }
    }
}
