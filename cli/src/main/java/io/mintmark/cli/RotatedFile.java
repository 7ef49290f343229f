package io.mintmark.cli;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Context;
import ch.qos.logback.core.rolling.FixedWindowRollingPolicy;
import ch.qos.logback.core.rolling.RollingFileAppender;
import ch.qos.logback.core.rolling.SizeBasedTriggeringPolicy;
import ch.qos.logback.core.util.Duration;
import ch.qos.logback.core.util.FileSize;
import io.mintmark.MintmarkException;
import io.mintmark.support.PrivateFiles;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Appends to a file of bounded size: a full one gets the name {@code FILE.1}, the one before it {@code FILE.2}, and the
 * oldest is removed. Each is for its owner alone.
 */
final class RotatedFile extends RollingFileAppender<ILoggingEvent> {
    /** Logback's own bound. */
    static final int KEEP_MAX = 20;

    private static final long LOOKED_EVERY_MILLIS = 100;

    /** Begins a new file at {@code sizeMax} bytes, as often as it looks, and keeps {@code keep} full ones. */
    RotatedFile(Context context, Path file, long sizeMax, int keep) {
        if (file.toString().indexOf('%') >= 0) {
            throw new MintmarkException("The name of a file that is rotated must have no %, but is " + file
                    + ": choose another one with --audit-file.");
        }
        setContext(context);
        setFile(file.toString());
        setTriggeringPolicy(full(context, sizeMax));
        setRollingPolicy(window(context, file, keep));
    }

    private static SizeBasedTriggeringPolicy<ILoggingEvent> full(Context context, long sizeMax) {
        SizeBasedTriggeringPolicy<ILoggingEvent> full = new SizeBasedTriggeringPolicy<>();
        full.setContext(context);
        full.setMaxFileSize(new FileSize(sizeMax));
        full.setCheckIncrement(Duration.buildByMilliseconds(LOOKED_EVERY_MILLIS));
        full.start();
        return full;
    }

    private FixedWindowRollingPolicy window(Context context, Path file, int keep) {
        FixedWindowRollingPolicy window = new FixedWindowRollingPolicy();
        window.setContext(context);
        window.setParent(this);
        window.setFileNamePattern(file + ".%i");
        window.setMinIndex(1);
        window.setMaxIndex(keep);
        window.start();
        return window;
    }

    /** A new file after a full one would be readable as the mask of the process has it. */
    @Override
    public void openFile(String file) throws IOException {
        PrivateFiles.create(Path.of(file));
        super.openFile(file);
    }
}
