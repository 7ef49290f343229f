package io.mintmark.web.access.principal;

import io.mintmark.internal.Ticker;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which sign-ins were told within an hour: each request shows its credential, and a line for each would tell nothing.
 * Thread-safe.
 *
 * <p>It remembers a bounded number; where more come, some are told again before their hour is over.
 */
public final class SignIns {
    private static final int KEPT_MAX = 4_096;

    private static final long HOUR_NANOS = 3_600_000_000_000L;

    private final Ticker ticker;
    private final Map<SignIn, Long> told = new ConcurrentHashMap<>();

    /** Knows of none; {@code ticker} says when an hour is over. */
    public SignIns(Ticker ticker) {
        this.ticker = ticker;
    }

    /** A sign-in: by whom, from which address, and what came of it. */
    private record SignIn(String by, String from, String outcome) {}

    /** Returns whether it is to be told, which it is once an hour. */
    public boolean isNews(String by, String from, String outcome) {
        SignIn signIn = new SignIn(by, from, outcome);
        long now = ticker.nanos();
        Long last = told.get(signIn);
        if (last != null && now - last < HOUR_NANOS) {
            return false;
        }
        return remember(signIn, now);
    }

    private synchronized boolean remember(SignIn signIn, long now) {
        if (told.size() >= KEPT_MAX) {
            told.values().removeIf(last -> now - last >= HOUR_NANOS);
        }
        if (told.size() >= KEPT_MAX) {
            told.clear();
        }
        Long before = told.put(signIn, now);
        return before == null || now - before >= HOUR_NANOS;
    }
}
