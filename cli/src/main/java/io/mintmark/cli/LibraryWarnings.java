package io.mintmark.cli;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.turbo.TurboFilter;
import ch.qos.logback.core.spi.FilterReply;
import io.mintmark.internal.Ticker;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;
import org.slf4j.Marker;

/**
 * Lets a library say something of one kind once a second, and counts what else it says: what strangers send makes
 * libraries warn, with their stacks. Thread-safe.
 *
 * <p>A kind is a logger, a level and the class of a failure. Texts would not do, because values of requests may stand
 * in them.
 */
final class LibraryWarnings extends TurboFilter {
    private static final org.slf4j.Logger LOG = LoggerFactory.getLogger(LibraryWarnings.class);
    private static final long REST_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final int KINDS_MAX = 256;

    private final List<String> own;
    private final Ticker ticker;
    private final Map<String, Kind> kinds = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Kind> eldest) {
            return size() > KINDS_MAX;
        }
    };

    /** Limits all loggers but {@code own} and those below them; {@code ticker} says when a second is over. */
    LibraryWarnings(List<String> own, Ticker ticker) {
        this.own = List.copyOf(own);
        this.ticker = ticker;
    }

    /** When something of a kind was let through, and how often it was not since. */
    private record Kind(long passedAt, long withheld) {}

    @Override
    public FilterReply decide(
            @Nullable Marker marker,
            Logger logger,
            Level level,
            @Nullable String format,
            Object @Nullable [] params,
            @Nullable Throwable failure) {
        boolean isQuestion = format == null && failure == null;
        if (isQuestion || isOwn(logger.getName()) || !level.isGreaterOrEqual(logger.getEffectiveLevel())) {
            return FilterReply.NEUTRAL;
        }
        String kind = logger.getName()
                + ' '
                + level
                + (failure == null ? "" : failure.getClass().getName());
        long withheld = pass(kind);
        if (withheld > 0) {
            LOG.warn("{} had {} more messages like the next one, which were not written", logger.getName(), withheld);
        }
        return withheld < 0 ? FilterReply.DENY : FilterReply.NEUTRAL;
    }

    private boolean isOwn(String logger) {
        return own.stream().anyMatch(name -> logger.equals(name) || logger.startsWith(name + "."));
    }

    /** Returns how many of the kind were withheld before this one, or a negative number if it is withheld, too. */
    private synchronized long pass(String name) {
        Kind before = kinds.get(name);
        long now = ticker.nanos();
        if (before != null && now - before.passedAt < REST_NANOS) {
            Kind ignored = kinds.put(name, new Kind(before.passedAt, before.withheld + 1));
            return -1;
        }
        Kind ignored = kinds.put(name, new Kind(now, 0));
        return before == null ? 0 : before.withheld;
    }
}
