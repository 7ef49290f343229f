/**
 * Decides who is let in, when, and with how much: connections, permits to compute, memory, and patience with slow
 * clients. Knows neither what carries HTTP nor what answers a request.
 */
@NullMarked
package io.mintmark.web.admission;

import org.jspecify.annotations.NullMarked;
