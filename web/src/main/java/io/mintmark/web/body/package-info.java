/**
 * Bytes of bodies in memory: kept as they come, inflated, or gathered for sending, each within its limits. Knows no
 * connection.
 */
@NullMarked
package io.mintmark.web.body;

import org.jspecify.annotations.NullMarked;
