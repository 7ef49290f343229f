/**
 * Hostile definitions, documents, bodies and queries against real servers, started by {@code verify/lab/hostile}: each
 * case of a catalogue is sent by sixteen strangers at once, beside tenants who behave, and judged by what the server
 * did. It knows nothing but HTTP: neither the types of the server nor its tests.
 *
 * <p>The catalogue says what each case sends, and the client that sends it, and knows nothing of how cases are judged.
 */
@NullMarked
package io.mintmark.lab.hostile;

import org.jspecify.annotations.NullMarked;
