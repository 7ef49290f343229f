/**
 * Instruments of several kinds of measurements: HTTP/1.1 as cheap as a load needs it, how much is measured,
 * histograms, quantiles, progress.
 *
 * <p>Requests are put together from bytes, replies are only measured, all connections are on one thread. No client of
 * the JDK or of a library is cheap enough to share two cores with the server it measures; this one speaks just what
 * our server answers with, and is never published.
 */
@NullMarked
package io.mintmark.lab.instrument;

import org.jspecify.annotations.NullMarked;
