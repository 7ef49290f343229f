/**
 * The process for scripts: reads requests, evaluates, answers. The only place that knows GraalJS.
 *
 * <p>The server has the form of messages, and the alarm for what takes too long, from here, and nothing else.
 */
@NullMarked
package io.mintmark.javascript.child;

import org.jspecify.annotations.NullMarked;
