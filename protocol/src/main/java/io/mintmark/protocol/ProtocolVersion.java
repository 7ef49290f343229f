package io.mintmark.protocol;

/** The version of RavenDB's protocol that the server presents. */
public final class ProtocolVersion {
    /** The full version; clients compare its first two parts. */
    public static final String FULL = "6.0.2";
    /** The product version, as {@code /build/version} prints it. */
    public static final String PRODUCT = "6.0";
    /** The build number of that product; RavenDB numbers its 6.0 builds from 60000, development builds are 60. */
    public static final int BUILD = 60;

    private ProtocolVersion() {}
}
