package io.mintmark.rules;

import static com.tngtech.archunit.core.domain.JavaModifier.ABSTRACT;
import static com.tngtech.archunit.core.domain.JavaModifier.FINAL;
import static com.tngtech.archunit.core.domain.JavaModifier.PROTECTED;
import static com.tngtech.archunit.core.domain.JavaModifier.PUBLIC;
import static com.tngtech.archunit.core.domain.JavaModifier.STATIC;
import static com.tngtech.archunit.core.domain.JavaModifier.SYNTHETIC;
import static java.util.stream.Collectors.joining;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.properties.HasModifiers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The public and protected signatures of some types as sorted lines, one for each type and one for each member. */
final class PublicApi {
    private static final Set<String> OF_OBJECT = Set.of("equals(Object)", "hashCode()", "toString()");

    private final SignatureText text = new SignatureText();
    private final List<String> lines = new ArrayList<>();

    /** Describes those of {@code types} that other packages can see. */
    PublicApi(Stream<JavaClass> types) {
        types.filter(PublicApi::isVisible)
                .sorted(Comparator.comparing(JavaClass::getName))
                .forEach(this::describe);
    }

    List<String> lines() {
        return lines;
    }

    /** Returns every type that the lines name. */
    Set<JavaClass> namedTypes() {
        return text.namedTypes();
    }

    private static boolean isVisible(JavaClass type) {
        return isShown(type)
                && !type.isAnonymousClass()
                && !type.isLocalClass()
                && type.getEnclosingClass().map(PublicApi::isVisible).orElse(true);
    }

    private static boolean isShown(HasModifiers some) {
        return (some.getModifiers().contains(PUBLIC) || some.getModifiers().contains(PROTECTED))
                && !some.getModifiers().contains(SYNTHETIC);
    }

    private void describe(JavaClass type) {
        lines.add(text.of(type));
        List<JavaClass> declaring = declaring(type);
        addMembers(declaring, JavaClass::getFields, PublicApi::isShown, this::field);
        addMembers(
                declaring.subList(0, 1), JavaClass::getConstructors, one -> isShown(one) && !type.isEnum(), text::of);
        addMembers(declaring, JavaClass::getMethods, one -> isShown(one) && !isImplied(type, one), this::method);
    }

    /** Returns the type, and its superclasses that nobody sees, whose members are therefore its own. */
    private static List<JavaClass> declaring(JavaClass type) {
        List<JavaClass> declaring = new ArrayList<>(List.of(type));
        for (JavaClass above : type.getAllRawSuperclasses()) {
            if (isVisible(above)) {
                break;
            }
            declaring.add(above);
        }
        return declaring;
    }

    private <M extends JavaMember> void addMembers(
            List<JavaClass> declaring,
            Function<JavaClass, Set<M>> members,
            Predicate<M> isShown,
            Function<M, String> signature) {
        declaring.stream()
                .flatMap(type -> members.apply(type).stream())
                .filter(isShown)
                .map(member -> "    " + signature.apply(member))
                .sorted()
                .distinct()
                .forEach(lines::add);
    }

    private String field(JavaField field) {
        return modifiers(field) + text.of(field);
    }

    private String method(JavaMethod method) {
        boolean isDefault = method.getOwner().isInterface()
                && !method.getModifiers().contains(ABSTRACT)
                && !method.getModifiers().contains(STATIC);
        return modifiers(method)
                + (isDefault ? "default " : "")
                + text.of(method)
                + (method.getDefaultValue().isPresent() ? " default" : "");
    }

    private static String modifiers(JavaMember member) {
        boolean impliedByType = member.getOwner().isInterface();
        return Stream.of(PROTECTED, STATIC, ABSTRACT, FINAL)
                .filter(member.getModifiers()::contains)
                .filter(modifier -> !impliedByType || modifier == STATIC)
                .filter(modifier -> modifier != FINAL || !(member instanceof JavaMethod))
                .map(modifier -> modifier.name().toLowerCase(Locale.ROOT) + " ")
                .collect(joining());
    }

    /** Returns whether a method is there whatever its author wrote: of Object, of an enum, of a record. */
    private static boolean isImplied(JavaClass type, JavaCodeUnit method) {
        String call = SignatureText.call(method);
        return OF_OBJECT.contains(call)
                || (type.isEnum() && (call.equals("values()") || call.equals("valueOf(String)")));
    }
}
