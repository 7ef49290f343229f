package io.mintmark.cli;

import io.mintmark.MintmarkException;
import io.mintmark.jdbc.internal.JdbcSecrets;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** What a person reads when a command cannot do its work: one line that names rule, value and remedy. */
final class ErrorPrinter implements IParameterExceptionHandler, IExecutionExceptionHandler {
    private final Variables variables;

    ErrorPrinter(Variables variables) {
        this.variables = variables;
    }

    /** A value that breaks a rule; {@code message} follows the name of the option or variable that gave it. */
    static final class BadValueException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        BadValueException(String message) {
            super(message);
        }
    }

    @Override
    public int handleParseException(ParameterException refusal, String[] args) {
        CommandLine line = refusal.getCommandLine();
        complain(line, text(refusal) + "; see " + line.getCommandSpec().qualifiedName() + " --help");
        return Mintmark.WRONG_USAGE;
    }

    private String text(ParameterException refusal) {
        ArgSpec argument = refusal.getArgSpec();
        if (argument != null && badValue(refusal) instanceof BadValueException bad) {
            return variables.origin(argument) + " " + bad.getMessage();
        }
        String text = refusal instanceof UnmatchedArgumentException unmatched
                ? text(unmatched, refusal.getCommandLine())
                : String.valueOf(refusal.getMessage());
        if (refusal instanceof UnmatchedArgumentException unmatched
                && !unmatched.getSuggestions().isEmpty()) {
            return text + ", did you mean " + String.join(" or ", unmatched.getSuggestions()) + "?";
        }
        return text;
    }

    /** Values of options that are none may be passwords, so only the first such option is named. */
    private static String text(UnmatchedArgumentException refusal, CommandLine line) {
        String first =
                refusal.getUnmatched().isEmpty() ? "" : refusal.getUnmatched().get(0);
        if (!first.startsWith("-")) {
            return String.valueOf(refusal.getMessage());
        }
        String option = first.replaceFirst("=.*", "");
        return "Unknown option: '" + option + "'" + meant(option, line);
    }

    private static String meant(String option, CommandLine line) {
        return Spelling.nearest(option, line.getCommandSpec().optionsMap().keySet())
                .filter(name -> Spelling.isSlip(option, name))
                .map(name -> ", did you mean " + name + "?")
                .orElse("");
    }

    private static @Nullable Throwable badValue(Throwable refusal) {
        @Nullable Throwable cause = refusal;
        while (cause != null && !(cause instanceof BadValueException)) {
            cause = cause.getCause();
        }
        return cause;
    }

    @Override
    public int handleExecutionException(Exception failure, CommandLine line, ParseResult parsed) {
        if (failure instanceof MintmarkException) {
            complain(line, String.valueOf(failure.getMessage()));
        } else {
            complain(line, "a defect of Mintmark, please report it: " + failure);
            line.getErr().print(JdbcSecrets.hide(stackOf(failure)));
            line.getErr().flush();
        }
        return Mintmark.FAILED;
    }

    private static String stackOf(Exception failure) {
        StringWriter stack = new StringWriter();
        failure.printStackTrace(new PrintWriter(stack));
        return stack.toString();
    }

    private static void complain(CommandLine line, String text) {
        line.getErr().println("mintmark: " + OneLine.of(JdbcSecrets.hide(text)));
        line.getErr().flush();
    }
}
