package io.mintmark.cli.terminal;

import io.mintmark.support.OwnVersion;
import picocli.CommandLine.IVersionProvider;

/** Which Mintmark this is, and what it runs on. */
public final class Version implements IVersionProvider {

    @Override
    public String[] getVersion() {
        return new String[] {"mintmark " + number(), "Java " + java()};
    }

    /** Returns which Mintmark this is. */
    public static String number() {
        return OwnVersion.text();
    }

    /** Returns the Java that runs this. */
    public static String java() {
        return System.getProperty("java.version") + " (" + System.getProperty("java.vm.name") + ")";
    }
}
