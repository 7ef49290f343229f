package io.mintmark.storage.sqlite.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * What a write-ahead log looks like before SQLite opens it: whether commits that were acknowledged may be missing from
 * what SQLite will read.
 *
 * <p><b>Why somebody must look.</b> SQLite reads a log up to the first frame whose salts or checksum do not hold, drops
 * everything after it, and ignores a log with a damaged header as a whole. It says nothing, since this is also what a
 * crash in the middle of a commit looks like. A flipped bit in the middle of a log therefore takes back every commit
 * after it, and numbers that were given out are given out again.
 *
 * <p><b>Why the verdicts are right.</b> There is one writer, and with {@code synchronous=FULL} every commit is synced
 * before the next one begins. So a crash or a power cut leaves at most one commit incomplete, the last one, whatever
 * the disk did with the order of its sectors. A commit ends with exactly one marked frame, given that the file system
 * is power-safe, as the driver assumes by default. It follows that
 *
 * <ul>
 *   <li>two marked frames of the present generation at the break or after it prove damage: the first of them was synced
 *       before the second was written ({@link Verdict#DAMAGED});
 *   <li>one of them is either the last commit that a power cut tore, which nobody was told of, or the last commit,
 *       acknowledged and damaged since; the file alone cannot tell which ({@link Verdict#IN_DOUBT});
 *   <li>none of them means that nothing was committed there. These are frames of a large transaction that never came to
 *       its end or was rolled back, frames of an earlier generation, and a commit that was cut before its mark was
 *       written ({@link Verdict#SOUND}).
 * </ul>
 *
 * <p><b>One flipped bit</b> is always seen. In a page, a checksum, a page number or a salt it leaves the mark and at
 * least one salt, and frames of an earlier generation have neither: their first salt is smaller, their second is
 * random. Where it takes the mark away, the checksum of the break's frame holds with the mark put back. Where it adds a
 * mark, and in the few upper bits where the checksum cannot tell another flip from a lost mark, one commit too many is
 * counted: a log that is in doubt is then called damaged, which it is. A flip in an earlier generation changes nothing,
 * unless it turns a first salt into the present one; then a log is doubted that need not be, which is the safe side.
 *
 * <p><b>A damaged header.</b> SQLite syncs the header before it writes the first frame, so a file longer than its
 * header had a header once, even if everything in it is zero now: {@link Verdict#BAD_HEADER}. A file no longer than
 * that has no frame: {@link Verdict#EMPTY}. A crash can leave such a file and nothing was committed to it.
 *
 * <p><b>A header alone</b> that holds is a sound log without commits, as it is with a piece of a frame behind it. Only
 * what SQLite wrote begins so. A disk leaves that of a log whose first commit could not be synced, although that commit
 * may have been read, and copied into the file, since.
 *
 * <p><b>What is not seen.</b> A log that was cut off at its end, or whose last commit lost both salts or its marked
 * frame as a whole, looks like one that was never written so far. A frame that lost both salts is not counted, so a
 * sector that is gone can make two missing commits look like one.
 *
 * <p><b>What the caller owes.</b> A mark that SQLite dropped stays in the file until it is overwritten, and a shorter
 * commit does not overwrite it. Before a database is served whose log was not {@linkplain Verdict#SOUND sound}, the log
 * must begin anew, see {@link StoredLog#beginAnew}; otherwise the next inspection counts the mark once more.
 *
 * @param verdict what was found
 * @param bytes the size of the file
 * @param frames how many whole frames it holds, of whatever generation
 * @param validFrames how many of them lie before the break, and are valid
 * @param commits how many commits end among the valid frames: those that SQLite reads
 * @param commitsLost how many commits of the present generation end at the break or after it
 */
public record LogInspection(
        Verdict verdict, long bytes, long frames, long validFrames, long commits, long commitsLost) {
    /** What a log was found to be. */
    public enum Verdict {
        /** There is no file, and so no frame. */
        MISSING,
        /** The file is shorter than a header, or as long without being one, and so holds no frame. */
        EMPTY,
        /** There may be frames, but the header does not hold, and SQLite would ignore all of them. */
        BAD_HEADER,
        /** SQLite reads everything that was ever committed to the log. */
        SOUND,
        /** SQLite ignores one commit: one that never was completed, or one that was acknowledged and is damaged. */
        IN_DOUBT,
        /** SQLite ignores commits that were acknowledged. */
        DAMAGED
    }

    /**
     * Inspects the log at {@code wal}, in one pass and with one frame in memory.
     *
     * <p>Nobody may have the database open meanwhile: a commit under way would look like one that a crash tore.
     */
    public static LogInspection of(Path wal) throws IOException {
        try (FileChannel channel = FileChannel.open(wal)) {
            return of(channel, channel.size());
        } catch (NoSuchFileException e) {
            return withoutFrames(Verdict.MISSING, 0);
        }
    }

    private static LogInspection of(ReadableByteChannel channel, long bytes) throws IOException {
        ByteBuffer start = ByteBuffer.allocate(LogHeader.BYTES);
        while (start.hasRemaining() && channel.read(start) >= 0) {
            // A read may yield less than was asked for.
        }
        if (bytes < LogHeader.BYTES) {
            return withoutFrames(Verdict.EMPTY, bytes);
        }
        LogHeader header = LogHeader.read(start.flip());
        if (header == null) {
            return withoutFrames(bytes > LogHeader.BYTES ? Verdict.BAD_HEADER : Verdict.EMPTY, bytes);
        }
        return judge(LogFrames.walk(channel, header), bytes);
    }

    private static LogInspection withoutFrames(Verdict verdict, long bytes) {
        return new LogInspection(verdict, bytes, 0, 0, 0, 0);
    }

    private static LogInspection judge(LogFrames walk, long bytes) {
        Verdict verdict = switch ((int) Math.min(walk.commitsLost(), 2)) {
            case 0 -> Verdict.SOUND;
            case 1 -> Verdict.IN_DOUBT;
            default -> Verdict.DAMAGED;
        };
        return new LogInspection(verdict, bytes, walk.frames(), walk.validFrames(), walk.commits(), walk.commitsLost());
    }

    /** Returns whether SQLite reads all that the log shows of commits. */
    boolean isWhole() {
        return verdict == Verdict.SOUND || verdict == Verdict.MISSING || verdict == Verdict.EMPTY;
    }

    /** Returns whether SQLite will read any commit from the log. */
    boolean hasCommits() {
        return commits > 0;
    }

    /** Returns what was found as half a sentence for a message: {@code frame 12 of 40 is damaged, and ...}. */
    public String description() {
        return switch (verdict) {
            case MISSING -> "there is no log";
            case EMPTY -> "the log holds no frame (" + bytes + " bytes)";
            case BAD_HEADER ->
                "the header of the log is damaged, and the other " + (bytes - LogHeader.BYTES)
                        + " bytes cannot be read without it";
            case SOUND ->
                "the log is sound: " + commits + " commits in the first " + validFrames + " of " + frames + " frames";
            case IN_DOUBT ->
                "frame " + (validFrames + 1) + " of " + frames
                        + " is damaged or was never completed, and 1 commit ends there or after it";
            case DAMAGED ->
                "frame " + (validFrames + 1) + " of " + frames + " is damaged, and " + commitsLost
                        + " commits end there or after it";
        };
    }
}
