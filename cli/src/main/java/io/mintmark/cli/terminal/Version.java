package io.mintmark.cli.terminal;

import picocli.CommandLine.IVersionProvider;

/** Which Mintmark this is, and what it runs on. */
public final class Version implements IVersionProvider {

    @Override
    public String[] getVersion() {
        return new String[] {"mintmark " + number(), "Java " + java()};
    }

    /** Returns the number that the jar carries; classes that lie about loose have none. */
    public static String number() {
        String number = Version.class.getPackage().getImplementationVersion();
        return number == null ? "(unpackaged)" : number;
    }

    /** Returns the Java that runs this. */
    public static String java() {
        return System.getProperty("java.version") + " (" + System.getProperty("java.vm.name") + ")";
    }
}
