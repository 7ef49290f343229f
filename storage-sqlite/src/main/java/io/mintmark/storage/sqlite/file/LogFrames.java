package io.mintmark.storage.sqlite.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.nio.channels.ReadableByteChannel;

/**
 * The frames of a write-ahead log, walked once from the first to the last with one of them in memory, and counted.
 *
 * <p>A frame is a header of 24 bytes and a page. The header has the page's number, the size of the database if the
 * frame ends a commit and 0 otherwise (its <i>mark</i>), the two salts, and the checksum over everything up to here
 * that is summed. Up to the
 * <i>break</i>, the first frame of which any of these does not hold, this is what SQLite reads. After the break the sum
 * is unknown, and a frame is known by its salts and its mark alone. What is shorter than a frame at the end of the file
 * is none.
 */
final class LogFrames {
    static final int HEADER_BYTES = 24;
    private static final int SALT_1 = 8;
    private static final int SALT_2 = 12;
    private static final int CHECKSUM = 16;
    /** How many of the summed words are the page's number and the mark. */
    private static final int WORDS_BEFORE_PAGE = 2;

    private final ReadableByteChannel channel;
    private final LogHeader header;
    private final ByteBuffer slot;
    private final IntBuffer slotWords;
    private final int[] words;
    /** The sum over everything valid so far. */
    private long checksum;

    private long frames;
    private long validFrames;
    private long commits;
    private long commitsLost;

    private LogFrames(ReadableByteChannel channel, LogHeader header) {
        this.channel = channel;
        this.header = header;
        slot = ByteBuffer.allocate(HEADER_BYTES + header.pageBytes());
        slotWords = slot.duplicate().order(header.order()).asIntBuffer();
        words = new int[WORDS_BEFORE_PAGE + header.pageBytes() / Integer.BYTES];
        checksum = header.checksum();
    }

    /** Walks over the frames that {@code channel} yields, which was read up to the end of {@code header}. */
    static LogFrames walk(ReadableByteChannel channel, LogHeader header) throws IOException {
        LogFrames walk = new LogFrames(channel, header);
        walk.walkToTheBreak();
        walk.walkBehindIt();
        return walk;
    }

    private void walkToTheBreak() throws IOException {
        while (readNext()) {
            if (!continuesTheLog()) {
                commitsLost = wasMarked() ? 1 : 0;
                return;
            }
            validFrames++;
            if (mark() != 0) {
                commits++;
            }
        }
    }

    private void walkBehindIt() throws IOException {
        while (readNext()) {
            if (isPresent() && mark() != 0) {
                commitsLost++;
            }
        }
    }

    private boolean readNext() throws IOException {
        slot.clear();
        while (slot.hasRemaining()) {
            if (channel.read(slot) < 0) {
                return false;
            }
        }
        frames++;
        return true;
    }

    private boolean continuesTheLog() {
        boolean ours =
                slot.getInt(0) != 0 && slot.getInt(SALT_1) == header.salt1() && slot.getInt(SALT_2) == header.salt2();
        slotWords.get(0, words, 0, WORDS_BEFORE_PAGE);
        slotWords.get(HEADER_BYTES / Integer.BYTES, words, WORDS_BEFORE_PAGE, words.length - WORDS_BEFORE_PAGE);
        long sum = LogHeader.checksum(checksum, words);
        if (!ours || sum != slot.getLong(CHECKSUM)) {
            return false;
        }
        checksum = sum;
        return true;
    }

    /**
     * Returns whether the frame at the break ended a commit: it bears a mark, or its checksum holds with one that a
     * single bit took away. No page lies after the end of its database, so a mark cannot have been smaller than the
     * page's number. A mark is believed even where the checksum holds without it, for the checksum is too weak in the
     * upper bits of its words to acquit a frame.
     */
    private boolean wasMarked() {
        if (!isPresent() || mark() != 0) {
            return isPresent();
        }
        for (int bit = 0; bit < Integer.SIZE; bit++) {
            int mark = 1 << bit;
            if (Integer.compareUnsigned(mark, slot.getInt(0)) >= 0 && holdsWithMark(mark)) {
                return true;
            }
        }
        return false;
    }

    private boolean holdsWithMark(int mark) {
        words[1] = header.order() == ByteOrder.BIG_ENDIAN ? mark : Integer.reverseBytes(mark);
        return LogHeader.checksum(checksum, words) == slot.getLong(CHECKSUM);
    }

    /** Returns whether the frame is of the present generation; one salt is enough, for the other may be damaged. */
    private boolean isPresent() {
        return slot.getInt(SALT_1) == header.salt1() || slot.getInt(SALT_2) == header.salt2();
    }

    private int mark() {
        return slot.getInt(4);
    }

    /** Returns how many whole frames the file holds, of whatever generation. */
    long frames() {
        return frames;
    }

    /** Returns how many of them lie before the break. */
    long validFrames() {
        return validFrames;
    }

    /** Returns how many commits end before the break: those that SQLite reads. */
    long commits() {
        return commits;
    }

    /** Returns how many commits of the present generation end at the break or after it: those that SQLite ignores. */
    long commitsLost() {
        return commitsLost;
    }
}
