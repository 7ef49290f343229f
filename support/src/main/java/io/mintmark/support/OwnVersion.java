package io.mintmark.support;

/** Which Mintmark this is. Stateless. */
public final class OwnVersion {
    private OwnVersion() {}

    /** Returns the number that the jar carries, or {@code (unpackaged)}: classes that lie about loose have none. */
    public static String text() {
        String number = OwnVersion.class.getPackage().getImplementationVersion();
        return number == null ? "(unpackaged)" : number;
    }
}
