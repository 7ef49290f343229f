package io.mintmark.storage.write;

import java.time.Duration;

/**
 * How many answers to repeated requests a database remembers. They are forgotten by their number and by time that was
 * counted while servers ran, never by a reading of a clock: one step of it would forget them all, and a client that
 * then repeats a request would get another number.
 *
 * @param kept so many are remembered, whatever their age
 * @param most so many at most, whatever their age
 * @param age between the two, those are remembered that are not older than this
 */
public record AnswerLimits(long kept, long most, Duration age) {
    /** A million at least, a day's worth if that is more, and a gigabyte at most. */
    public static final AnswerLimits DEFAULT = new AnswerLimits(1_000_000, 10_000_000, Duration.ofDays(1));
}
