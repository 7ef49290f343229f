/**
 * Document ids: how a number becomes {@code orders/10-A}, which names are legal, which are equal, which lie together.
 */
package io.mintmark.document;
