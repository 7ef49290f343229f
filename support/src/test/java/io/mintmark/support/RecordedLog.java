package io.mintmark.support;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.slf4j.LoggerFactory;

/** What a logger, with all below it, says from now on until this is closed; safe for use by several threads. */
public final class RecordedLog extends AppenderBase<ILoggingEvent> implements AutoCloseable {
    private final Logger logger;
    private final @Nullable Level before;
    private final List<ILoggingEvent> events = new CopyOnWriteArrayList<>();

    private RecordedLog(String name, @Nullable Level level) {
        logger = (Logger) LoggerFactory.getLogger(name);
        before = logger.getLevel();
        if (level != null) {
            logger.setLevel(level);
        }
        start();
        logger.addAppender(this);
    }

    /** Records what all loggers say. */
    public static RecordedLog ofAll() {
        return of(Logger.ROOT_LOGGER_NAME);
    }

    public static RecordedLog of(Class<?> speaker) {
        return of(speaker.getName());
    }

    public static RecordedLog of(String name) {
        return new RecordedLog(name, null);
    }

    /** Records with the level set to info meanwhile. */
    public static RecordedLog atInfo(Class<?> speaker) {
        return atInfo(speaker.getName());
    }

    public static RecordedLog atInfo(String name) {
        return new RecordedLog(name, Level.INFO);
    }

    public Logger logger() {
        return logger;
    }

    public List<ILoggingEvent> events() {
        return events;
    }

    /** Returns the messages that contain all of {@code parts}, in order. */
    public List<String> lines(String... parts) {
        return events.stream()
                .map(ILoggingEvent::getFormattedMessage)
                .filter(line -> List.of(parts).stream().allMatch(line::contains))
                .toList();
    }

    @Override
    protected void append(ILoggingEvent event) {
        events.add(event);
    }

    @Override
    public void close() {
        boolean ignored = logger.detachAppender(this);
        logger.setLevel(before);
    }
}
