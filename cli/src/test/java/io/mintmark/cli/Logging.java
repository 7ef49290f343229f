package io.mintmark.cli;

import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import picocli.CommandLine;

/** Logs as a test's options say, and to standard error again after it. */
final class Logging implements AfterEachCallback {

    static void by(String... options) {
        LogSetup.apply(CommandLine.populateCommand(new LogOptions(), options));
    }

    @Override
    public void afterEach(ExtensionContext test) {
        by("--log-level", "warn");
    }
}
