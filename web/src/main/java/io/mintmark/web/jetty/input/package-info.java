/** Bodies as they arrive: read whole or in pieces, inflated on the way, and the rest after an early answer. */
@NullMarked
package io.mintmark.web.jetty.input;

import org.jspecify.annotations.NullMarked;
