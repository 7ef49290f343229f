package io.mintmark.server.admission;

/** One client's connection as admission sees it; implemented by whatever carries HTTP. Thread-safe. */
public interface ClientConnection {
    /** Returns how many bytes the client has sent. */
    long bytesReceived();

    /** Returns after how many milliseconds of silence the connection ends. */
    long idleMillisMax();

    /** Sets after how many milliseconds of silence the connection ends; a wait under way ends by the new limit. */
    void idleMillisMax(long millis);

    /** Closes the connection at once; threads that work on it learn {@code why}. */
    void breakOff(String why);
}
