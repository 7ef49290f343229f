package io.mintmark.web.access;

import io.mintmark.internal.Ticker;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts credentials that were not known, address by address: the log gets one line of each address and minute, and an
 * address that goes on guessing loses its connection with each further guess. Thread-safe.
 *
 * <p>Requests with a good credential are not touched by it, wherever they come from. It remembers the addresses that
 * guessed last; an attacker with more of them only causes more lines, and those are bounded, too.
 */
final class GuessLimit {
    static final int FREE_A_MINUTE = 30;
    static final int LINES_A_MINUTE = 60;

    private static final Logger LOG = LoggerFactory.getLogger(GuessLimit.class);
    private static final int ADDRESSES_MAX = 4_096;
    private static final long MINUTE_NANOS = 60_000_000_000L;

    private final Ticker ticker;
    private final Consumer<String> told;
    private final Map<Object, Minute> minutes = new LinkedHashMap<>();
    private long linesSince;
    private int lines;

    /** {@code told} hears what the log says, too. */
    GuessLimit(Ticker ticker, Consumer<String> told) {
        this.ticker = ticker;
        this.told = told;
        this.linesSince = ticker.nanos();
    }

    /** What one address did in the minute that began with its first guess. */
    private static final class Minute {
        private final long begun;
        private int guesses;

        Minute(long begun) {
            this.begun = begun;
        }
    }

    /** Counts a guess of {@code party}, and returns whether its connection is to end. */
    boolean failed(Object party, String address) {
        int guesses = count(party);
        if (guesses == 1 && mayLog()) {
            LOG.warn(
                    "{} sends credentials that this server does not know; further ones of it are not logged for a minute.",
                    address);
            told.accept(address);
        }
        return guesses > FREE_A_MINUTE;
    }

    private synchronized int count(Object party) {
        long now = ticker.nanos();
        Minute minute = minutes.get(party);
        if (minute == null || now - minute.begun >= MINUTE_NANOS) {
            minutes.remove(party);
            forgetTheFirst();
            minute = new Minute(now);
            minutes.put(party, minute);
        }
        return ++minute.guesses;
    }

    private void forgetTheFirst() {
        if (minutes.size() >= ADDRESSES_MAX) {
            Iterator<Object> first = minutes.keySet().iterator();
            Object ignored = first.next();
            first.remove();
        }
    }

    private synchronized boolean mayLog() {
        long now = ticker.nanos();
        if (now - linesSince >= MINUTE_NANOS) {
            linesSince = now;
            lines = 0;
        }
        return ++lines <= LINES_A_MINUTE;
    }
}
