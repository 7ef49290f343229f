package io.mintmark.internal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.UnknownHostException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Says in plain words why something failed: the names of Java's classes mean nothing to the people who read messages.
 */
public final class FailureText {
    /** Many messages begin with the class of their cause, and its cause's. */
    private static final Pattern CLASS =
            Pattern.compile("^(?:(?:[a-z][a-z0-9_]*\\.)+[A-Z][A-Za-z0-9_$]*(?:Exception|Error)(?:: *|$))+");

    private FailureText() {}

    /** Returns the reason as the inner part of a sentence, on one line, without the name of a class. */
    public static String of(Throwable failure) {
        if (failure instanceof UncheckedIOException wrapped && wrapped.getCause() != null) {
            return of(wrapped.getCause());
        }
        if (failure instanceof FileSystemException file) {
            return ofFile(file);
        }
        if (failure instanceof CharacterCodingException) {
            return "it is no text in UTF-8";
        }
        if (failure instanceof UnknownHostException) {
            return "no host is known by this name";
        }
        @Nullable String message = failure.getMessage();
        String bare = message == null ? "" : CLASS.matcher(message).replaceFirst("");
        return bare.isBlank() ? words(failure) : Printable.of(bare);
    }

    /** The message of such a failure begins with the file, which the sentence around it names already. */
    private static String ofFile(FileSystemException failure) {
        if (failure instanceof NoSuchFileException) {
            return "there is no such file or directory";
        }
        if (failure instanceof AccessDeniedException) {
            return "this user has no right to";
        }
        if (failure instanceof FileAlreadyExistsException) {
            return "there is a file of that name already";
        }
        if (failure instanceof NotDirectoryException) {
            return "it is no directory";
        }
        if (failure instanceof DirectoryNotEmptyException) {
            return "the directory is not empty";
        }
        @Nullable String reason = failure.getReason();
        return reason == null || reason.isBlank() ? "the file system refused" : lowered(Printable.of(reason));
    }

    /** {@code ClosedChannelException} without a message is a closed channel. */
    private static String words(Throwable failure) {
        String name = failure.getClass().getSimpleName().replaceFirst("(?<=.)(Exception|Error)$", "");
        if (failure.getClass() == IOException.class) {
            return "reading or writing failed";
        }
        String words = name.replaceAll("(?<=[a-z0-9])(?=[A-Z])", " ").toLowerCase(Locale.ROOT);
        return words.isBlank() ? "nothing says why" : words;
    }

    /** The system's reasons begin as sentences do: {@code No space left on device}. */
    private static String lowered(String reason) {
        boolean word = reason.length() > 1 && Character.isLowerCase(reason.charAt(1));
        return word ? Character.toLowerCase(reason.charAt(0)) + reason.substring(1) : reason;
    }
}
