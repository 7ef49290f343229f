package io.mintmark.server.admission;

import java.time.Duration;

/**
 * Bounds how much of everything there may be at once, and how slow a client may be.
 *
 * @param connectionsMax open connections in all; one more is closed at once
 * @param connectionsPerAddressMax open connections of one address
 * @param requestsMax small requests at work at once, those that wait for the disk included; costly ones, half as many
 *     in addition
 * @param waitingMax small requests that wait for their permits, and half as many costly ones; one more is answered 503
 * @param waitMax longest wait for a permit; then the request is answered 503, not started
 * @param memoryBytesMax bytes that bodies and replies may hold together; what needs more is answered 503
 * @param headMax longest time from the first to the last byte of a request's head
 * @param idleMax longest silence of a connection
 * @param bytesPerSecondMin slowest average rate of a body and of a reply, in bytes per second
 * @param grace how long a body or reply may take before its rate counts
 */
public record AdmissionLimits(
        int connectionsMax,
        int connectionsPerAddressMax,
        int requestsMax,
        int waitingMax,
        Duration waitMax,
        long memoryBytesMax,
        Duration headMax,
        Duration idleMax,
        int bytesPerSecondMin,
        Duration grace) {

    /** Returns whether {@code bytes} within {@code nanos} are fewer than the slowest client may move. */
    boolean isTooSlow(long nanos, long bytes) {
        long counted = nanos - grace.toNanos();
        return counted > 0 && bytes < counted / 1e9 * bytesPerSecondMin;
    }
}
