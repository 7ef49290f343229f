package io.mintmark.testkit.fault;

import java.util.Locale;

/** One thing that a {@link FaultProxy} does to a request and its reply. */
public enum Fault {
    /** Nothing: both pass. */
    NONE,
    /** The request does not arrive: the client's connection is reset instead. */
    REFUSE,
    /** The request arrives some milliseconds late. */
    DELAY,
    /** The request arrives twice at once; the client gets one of the two replies. */
    SEND_TWICE,
    /** The request arrives, and a copy of it some milliseconds later, when the client has its reply. */
    COPY_LATER,
    /** The request arrives, its reply does not: the client's connection ends without a byte. */
    DROP_REPLY,
    /** Half of the request arrives; then both connections are reset. */
    RESET_IN_REQUEST,
    /** The request arrives, and half of its reply does; then the client's connection is reset. */
    RESET_IN_REPLY,
    /** The request arrives, and half of its reply does; then the connection is closed in good order. */
    HALF_CLOSE;

    /** Returns the name as reports show it: {@code drop reply}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
