package io.mintmark.jdbc.internal.connection;

import io.mintmark.internal.Backoff;
import io.mintmark.internal.RandomSource;
import io.mintmark.internal.Sleeper;
import io.mintmark.jdbc.internal.JdbcSecrets;
import io.mintmark.range.RangeSourceException;
import java.sql.SQLException;
import java.util.Optional;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Repeats work, a few times, that lost a race or met a passing failure. The waits grow, and are random.
 *
 * <p>A reservation may be sent again although nobody knows what became of the first: at worst a range is a gap.
 * Immutable.
 */
public final class RetryLoop {
    private static final Backoff PAUSE_NANOS = new Backoff(1_000_000, 6);

    private final int most;
    private final Sleeper sleeper;
    private final RandomSource random;

    /** One attempt; empty if it lost a race. */
    @FunctionalInterface
    public interface Attempt<T> {
        Optional<T> run() throws SQLException;
    }

    /** Creates a loop of {@code most} attempts. */
    public RetryLoop(int most, Sleeper sleeper, RandomSource random) {
        this.most = most;
        this.sleeper = sleeper;
        this.random = random;
    }

    /** Returns what the first successful attempt returns; {@code what} is for the message when none is. */
    public <T> T run(Object counter, String what, Predicate<SQLException> isWorthRepeating, Attempt<T> attempt) {
        @Nullable SQLException last = null;
        for (int tried = 0; tried < most; tried++) {
            pauseBefore(counter, tried);
            try {
                Optional<T> result = attempt.run();
                if (result.isPresent()) {
                    return result.get();
                }
            } catch (SQLException e) {
                if (!isWorthRepeating.test(e)) {
                    throw failed(counter, what, tried + 1, e);
                }
                last = e;
            }
        }
        throw failed(counter, what, most, last);
    }

    private void pauseBefore(Object counter, int tried) {
        if (tried == 0) {
            return;
        }
        try {
            double times = 1 + random.nextDouble();
            sleeper.sleep((long) (times * PAUSE_NANOS.after(tried - 1)));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RangeSourceException(
                    "The counter " + counter + " was not asked again: the thread was interrupted.", e);
        }
    }

    /** Returns the beginning of each message: which counter could not do what. */
    public static String subject(Object counter, String what) {
        return "The counter " + counter + " could not " + what;
    }

    /** Returns the failure of {@code attempts} attempts; without a cause each of them lost a race. */
    public static RangeSourceException failed(Object counter, String what, int attempts, @Nullable SQLException cause) {
        String text = subject(counter, what) + " in " + attempts + (attempts == 1 ? " attempt: " : " attempts: ");
        return cause == null
                ? new RangeSourceException(text + "others were quicker each time; try again, or use larger ranges.")
                : new RangeSourceException(
                        text + JdbcSecrets.toldWithState(cause)
                                + ". Numbers that were reserved unseen are a gap; look at the database, then try again.",
                        cause);
    }
}
