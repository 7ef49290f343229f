/** Templates are tested, so that hostile clients send what their tables say. */
@NullMarked
package io.mintmark.lab.template;

import org.jspecify.annotations.NullMarked;
