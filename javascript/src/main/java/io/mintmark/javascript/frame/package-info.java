/**
 * What a server and the process that runs its scripts share: the form of messages, and an alarm for what takes too
 * long.
 */
@NullMarked
package io.mintmark.javascript.frame;

import org.jspecify.annotations.NullMarked;
