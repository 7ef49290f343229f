/** Decides who may call this server, by which name, and what they may do; tells the audit log what they did. */
@NullMarked
package io.mintmark.web.access;

import org.jspecify.annotations.NullMarked;
