package io.mintmark.client.hilo;

import io.mintmark.range.Range;

/**
 * What one reply to {@code hilo/next} says; one value, so that nothing of two replies is ever paired (promise G6).
 *
 * @param range the numbers, with their prefix, the tag of the node that reserved them and the lease's serial
 * @param lastSize what to send as the size of the last range next time
 * @param lastRangeAt what to send as its time next time; empty if the server gave none
 * @param origin the node that answered, and the database's life there
 */
record NextRange(Range range, long lastSize, String lastRangeAt, RangeOrigin origin) {}
