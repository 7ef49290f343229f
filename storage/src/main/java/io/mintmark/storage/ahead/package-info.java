/**
 * Ranges that a node reserves for itself and cuts for its clients, so that a range costs no round trip to the engine.
 */
@org.jspecify.annotations.NullMarked
package io.mintmark.storage.ahead;
