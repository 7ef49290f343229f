package io.mintmark.rules;

import static java.util.stream.Collectors.joining;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaConstructor;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaGenericArrayType;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaParameterizedType;
import com.tngtech.archunit.core.domain.JavaType;
import com.tngtech.archunit.core.domain.JavaTypeVariable;
import com.tngtech.archunit.core.domain.JavaWildcardType;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Signatures as Java spells them, with full names except for {@code java.lang}. Remembers the types that it named. */
final class SignatureText {
    private static final Set<String> IMPLIED =
            Set.of("java.lang.Object", "java.lang.Enum", "java.lang.Record", "java.lang.annotation.Annotation");

    private final Set<JavaClass> named = new LinkedHashSet<>();

    Set<JavaClass> namedTypes() {
        return named;
    }

    String of(JavaClass type) {
        String above = type.getSuperclass()
                .filter(superclass -> !isImplied(superclass))
                .map(superclass -> " extends " + text(superclass))
                .orElse("");
        String interfaces = type.getInterfaces().stream()
                .filter(each -> !isImplied(each))
                .map(this::text)
                .sorted()
                .collect(joining(", "));
        String relation = interfaces.isEmpty() ? "" : (type.isInterface() ? " extends " : " implements ") + interfaces;
        String access = type.getModifiers().contains(JavaModifier.PROTECTED) ? "protected " : "";
        return access + kind(type) + " " + name(type) + parameters(type.getTypeParameters()) + above + relation;
    }

    private static String kind(JavaClass type) {
        if (type.isAnnotation()) {
            return "@interface";
        }
        if (type.isInterface() || type.isEnum() || type.isRecord()) {
            return type.isInterface() ? "interface" : type.isEnum() ? "enum" : "record";
        }
        boolean isAbstract = type.getModifiers().contains(JavaModifier.ABSTRACT);
        boolean isFinal = type.getModifiers().contains(JavaModifier.FINAL);
        return (isAbstract ? "abstract " : isFinal ? "final " : "") + "class";
    }

    private static boolean isImplied(JavaType above) {
        return IMPLIED.contains(above.toErasure().getName());
    }

    String of(JavaField field) {
        return text(field.getType()) + " " + field.getName();
    }

    /** Returns a constructor or method: type parameters, result, name, parameters, exceptions. */
    String of(JavaCodeUnit unit) {
        boolean isProtected =
                unit instanceof JavaConstructor && unit.getModifiers().contains(JavaModifier.PROTECTED);
        String generics = parameters(unit.getTypeParameters());
        String exceptions = unit.getThrowsClause().stream()
                .map(thrown -> text(thrown.getRawType()))
                .sorted()
                .collect(joining(", "));
        return (isProtected ? "protected " : "")
                + (generics.isEmpty() ? "" : generics + " ")
                + (unit instanceof JavaConstructor ? "new" : text(unit.getReturnType()) + " " + unit.getName())
                + unit.getParameterTypes().stream().map(this::text).collect(joining(", ", "(", ")"))
                + (exceptions.isEmpty() ? "" : " throws " + exceptions);
    }

    /** Returns a name with simple parameter types, as in {@code equals(Object)}. */
    static String call(JavaCodeUnit unit) {
        return unit.getName()
                + unit.getRawParameterTypes().stream()
                        .map(JavaClass::getSimpleName)
                        .collect(joining(", ", "(", ")"));
    }

    private String parameters(Collection<? extends JavaTypeVariable<?>> variables) {
        return variables.isEmpty()
                ? ""
                : variables.stream()
                        .map(variable -> variable.getName() + bounds(" extends ", variable.getUpperBounds()))
                        .collect(joining(", ", "<", ">"));
    }

    private String bounds(String relation, List<JavaType> bounds) {
        String texts = bounds.stream()
                .filter(bound -> !bound.getName().equals("java.lang.Object"))
                .map(this::text)
                .collect(joining(" & "));
        return texts.isEmpty() ? "" : relation + texts;
    }

    private String text(JavaType type) {
        if (type instanceof JavaParameterizedType parameterized) {
            return name(type.toErasure())
                    + parameterized.getActualTypeArguments().stream()
                            .map(this::text)
                            .collect(joining(", ", "<", ">"));
        }
        if (type instanceof JavaWildcardType wildcard) {
            return "?" + bounds(" extends ", wildcard.getUpperBounds()) + bounds(" super ", wildcard.getLowerBounds());
        }
        if (type instanceof JavaGenericArrayType array) {
            return text(array.getComponentType()) + "[]";
        }
        return type instanceof JavaTypeVariable ? type.getName() : name(type.toErasure());
    }

    private String name(JavaClass type) {
        if (type.isArray()) {
            return name(type.getComponentType()) + "[]";
        }
        named.add(type);
        String name = type.getName().replace('$', '.');
        boolean isOfJavaLang = type.getPackageName().equals("java.lang") && !type.isPrimitive();
        return isOfJavaLang ? name.substring("java.lang.".length()) : name;
    }
}
