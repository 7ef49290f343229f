package io.mintmark.cli;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.FileAppender;
import ch.qos.logback.core.LayoutBase;
import ch.qos.logback.core.OutputStreamAppender;
import ch.qos.logback.core.encoder.LayoutWrappingEncoder;
import ch.qos.logback.core.spi.ContextAwareBase;
import io.mintmark.MintmarkException;
import io.mintmark.internal.FailureText;
import io.mintmark.internal.Sleeper;
import io.mintmark.internal.Ticker;
import io.mintmark.support.PrivateFiles;
import io.mintmark.web.access.AuditLog;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.ILoggerFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.helpers.SubstituteLoggerFactory;

/**
 * Sets logging up in code: reading a configuration file would cost a tenth of the start.
 *
 * <p>Logback finds it as a service and sends warnings to standard error; {@link #apply} then sets what the command line
 * says. Standard output is never written to.
 */
public final class LogSetup extends ContextAwareBase implements Configurator {
    /** What this project's loggers begin with; all others are libraries'. */
    private static final String OURS = "io.mintmark";

    /**
     * Warn of each malformed request, with values of its headers; who sent it is answered, and nothing is wrong here.
     */
    private static final List<String> PARSERS = List.of("org.eclipse.jetty.http", "org.eclipse.jetty.util.HostPort");

    private static final int STARTED_MILLIS_MAX = 10_000;

    /** For Logback, which creates it by name. */
    public LogSetup() {}

    @Override
    public ExecutionStatus configure(LoggerContext context) {
        set(context, Level.WARN, new LogLine(), Optional.empty());
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }

    static void apply(LogOptions options) {
        apply(options, LoggerFactory::getILoggerFactory);
    }

    /** The same for loggers of {@code factories}, whose latest answer counts. */
    static void apply(LogOptions options, Supplier<ILoggerFactory> factories) {
        if (whenStarted(factories) instanceof LoggerContext context) {
            context.reset();
            set(context, Level.toLevel(options.level()), layout(options), options.file());
            options.audit().file().ifPresent(file -> setAudit(context, layout(options), options.audit(), file));
            // Last: what cannot be opened was refused already.
            if (!context.getStatusManager().add(new LogFailures(System.err, Ticker.SYSTEM))) {
                throw new IllegalStateException("a status listener is new after each reset");
            }
        }
    }

    /**
     * Another thread may have asked for the first logger a moment ago: until logging has started, others get
     * substitutes.
     */
    private static ILoggerFactory whenStarted(Supplier<ILoggerFactory> factories) {
        for (int waited = 0; factories.get() instanceof SubstituteLoggerFactory; waited++) {
            if (waited == STARTED_MILLIS_MAX) {
                throw new MintmarkException("Logging must start within " + STARTED_MILLIS_MAX / 1_000
                        + " s, but has not: see to the classes in the folder lib, or start again.");
            }
            rest();
        }
        return factories.get();
    }

    private static void rest() {
        try {
            Sleeper.SYSTEM.sleep(1_000_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new MintmarkException("Interrupted before logging had started.", e);
        }
    }

    private static LayoutBase<ILoggingEvent> layout(LogOptions options) {
        return options.isJson() ? new LogJson() : new LogLine();
    }

    private static void set(LoggerContext context, Level level, LayoutBase<ILoggingEvent> layout, Optional<Path> file) {
        ch.qos.logback.classic.Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
        // Libraries know no secrets: below this level they show whole requests and statements, with their credentials.
        root.setLevel(level.isGreaterOrEqual(Level.WARN) ? level : Level.WARN);
        PARSERS.forEach(parser -> context.getLogger(parser).setLevel(Level.ERROR));
        context.getLogger(OURS).setLevel(level);
        context.addTurboFilter(new LibraryWarnings(List.of(OURS, AuditLog.LOGGER), Ticker.SYSTEM));
        root.addAppender(file.map(path -> started(context, layout, toFile(path, "--log-file"), path + " of --log-file"))
                .orElseGet(() -> started(context, layout, toStandardError(), "on standard error")));
    }

    /** The audit log has its file alone, whatever the level of the other log is. */
    private static void setAudit(
            LoggerContext context, LayoutBase<ILoggingEvent> layout, LogOptions.Audit options, Path file) {
        ch.qos.logback.classic.Logger audit = context.getLogger(AuditLog.LOGGER);
        audit.setLevel(Level.INFO);
        audit.setAdditive(false);
        createForTheOwner(file, "--audit-file");
        RotatedFile appender = new RotatedFile(context, file, options.sizeMax(), options.keep());
        audit.addAppender(started(context, layout, appender, file + " of --audit-file"));
    }

    private static OutputStreamAppender<ILoggingEvent> started(
            LoggerContext context,
            LayoutBase<ILoggingEvent> layout,
            OutputStreamAppender<ILoggingEvent> appender,
            String place) {
        appender.setContext(context);
        appender.setEncoder(encoder(context, layout));
        appender.start();
        if (!appender.isStarted()) {
            throw new MintmarkException("The log " + place + " cannot be written: choose another file.");
        }
        return appender;
    }

    private static OutputStreamAppender<ILoggingEvent> toFile(Path file, String option) {
        createForTheOwner(file, option);
        FileAppender<ILoggingEvent> appender = new FileAppender<>();
        appender.setFile(file.toString());
        return appender;
    }

    private static void createForTheOwner(Path file, String option) {
        try {
            PrivateFiles.createDirectory(
                    Objects.requireNonNull(file.toAbsolutePath().getParent()));
            PrivateFiles.create(file);
        } catch (IOException e) {
            throw new MintmarkException(
                    "The log file " + file + " cannot be written (" + FailureText.of(e) + "): choose another one with "
                            + option + ".",
                    e);
        }
    }

    private static OutputStreamAppender<ILoggingEvent> toStandardError() {
        ConsoleAppender<ILoggingEvent> appender = new ConsoleAppender<>();
        appender.setTarget("System.err");
        return appender;
    }

    private static LayoutWrappingEncoder<ILoggingEvent> encoder(
            LoggerContext context, LayoutBase<ILoggingEvent> layout) {
        layout.setContext(context);
        layout.start();
        LayoutWrappingEncoder<ILoggingEvent> encoder = new LayoutWrappingEncoder<>();
        encoder.setContext(context);
        encoder.setCharset(StandardCharsets.UTF_8);
        encoder.setLayout(layout);
        encoder.start();
        return encoder;
    }
}
