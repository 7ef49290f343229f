/** Document ids: how a number becomes {@code orders/10-A}, which names are legal, and which of them are equal. */
package io.mintmark.document;
