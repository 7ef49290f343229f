package io.mintmark.cli.command;

import io.mintmark.cli.terminal.OneLine;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the launcher prepared for quick starts, and why it is not used. */
public final class PreparedStarts {
    /** Set by the launcher to the folder that it did not use. */
    public static final String UNUSED = "mintmark.prepared.unused";

    private static final Logger LOG = LoggerFactory.getLogger(PreparedStarts.class);

    private PreparedStarts() {}

    /** Logs that the launcher passed over a folder, if it did. */
    public static void tell() {
        String folder = System.getProperty(UNUSED);
        if (folder != null) {
            LOG.info(
                    "The prepared classes and library in {} are not used, since another user owns or may write them: remove"
                            + " the folder, and the next start prepares its own.",
                    OneLine.of(folder));
        }
    }
}
