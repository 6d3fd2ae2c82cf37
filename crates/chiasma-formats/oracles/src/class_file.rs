//! Class files, judged by ristretto_classfile; what occurs is counted over its tree.

use std::fmt::Debug;

use chiasma_core::Source;
use chiasma_formats::class_file;
use ristretto_classfile::attributes::{
    Annotation, AnnotationElement, AnnotationValuePair, Attribute, Instruction, StackFrame,
    TypeAnnotation, VerificationType,
};
use ristretto_classfile::{ClassFile, Constant};

use crate::measure::Oracle;

/// See the module.
pub struct ClassFiles;

/// Everything that the specification has, by section; what is counted is `section:name`.
const CONSTRUCTS: &[(&str, &str)] = &[
    ("version", "45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63 64 65"),
    (
        "constant",
        "Utf8 Integer Float Long Double Class String FieldRef MethodRef InterfaceMethodRef \
         NameAndType MethodHandle MethodType Dynamic InvokeDynamic Module Package",
    ),
    (
        "handle",
        "GetField GetStatic PutField PutStatic InvokeVirtual InvokeStatic InvokeSpecial \
         NewInvokeSpecial InvokeInterface",
    ),
    ("class", "PUBLIC FINAL SUPER INTERFACE ABSTRACT SYNTHETIC ANNOTATION ENUM MODULE"),
    ("field", "PUBLIC PRIVATE PROTECTED STATIC FINAL VOLATILE TRANSIENT SYNTHETIC ENUM"),
    (
        "method",
        "PUBLIC PRIVATE PROTECTED STATIC FINAL SYNCHRONIZED BRIDGE VARARGS NATIVE ABSTRACT STRICT \
         SYNTHETIC",
    ),
    (
        "attribute",
        "ConstantValue Code StackMapTable Exceptions InnerClasses EnclosingMethod Synthetic \
         Signature SourceFile SourceDebugExtension LineNumberTable LocalVariableTable \
         LocalVariableTypeTable Deprecated RuntimeVisibleAnnotations RuntimeInvisibleAnnotations \
         RuntimeVisibleParameterAnnotations RuntimeInvisibleParameterAnnotations \
         RuntimeVisibleTypeAnnotations RuntimeInvisibleTypeAnnotations AnnotationDefault \
         BootstrapMethods MethodParameters Module ModulePackages ModuleMainClass NestHost \
         NestMembers Record PermittedSubclasses Unknown",
    ),
    ("module", "requires exports opens uses provides open"),
    ("handler", "any class"),
    (
        "frame",
        "SameFrame SameLocals1StackItemFrame SameLocals1StackItemFrameExtended ChopFrame \
         SameFrameExtended AppendFrame FullFrame",
    ),
    ("entry", "Top Integer Float Double Long Null UninitializedThis Object Uninitialized"),
    ("element", "Byte Char Double Float Int Long Short Boolean String Enum Class Annotation Array"),
    (
        "target",
        "0x00 0x01 0x10 0x11 0x12 0x13 0x14 0x15 0x16 0x17 0x40 0x41 0x42 0x43 0x44 0x45 0x46 0x47 \
         0x48 0x49 0x4a 0x4b",
    ),
    ("path", "0 1 2 3"),
    ("newarray", "Boolean Char Float Double Byte Short Int Long"),
    (
        "opcode",
        "nop aconst_null iconst_m1 iconst_0 iconst_1 iconst_2 iconst_3 iconst_4 iconst_5 lconst_0 \
         lconst_1 fconst_0 fconst_1 fconst_2 dconst_0 dconst_1 bipush sipush ldc ldc_w ldc2_w \
         iload lload fload dload aload iload_0 iload_1 iload_2 iload_3 lload_0 lload_1 lload_2 \
         lload_3 fload_0 fload_1 fload_2 fload_3 dload_0 dload_1 dload_2 dload_3 aload_0 aload_1 \
         aload_2 aload_3 iaload laload faload daload aaload baload caload saload istore lstore \
         fstore dstore astore istore_0 istore_1 istore_2 istore_3 lstore_0 lstore_1 lstore_2 \
         lstore_3 fstore_0 fstore_1 fstore_2 fstore_3 dstore_0 dstore_1 dstore_2 dstore_3 astore_0 \
         astore_1 astore_2 astore_3 iastore lastore fastore dastore aastore bastore castore \
         sastore pop pop2 dup dup_x1 dup_x2 dup2 dup2_x1 dup2_x2 swap iadd ladd fadd dadd isub \
         lsub fsub dsub imul lmul fmul dmul idiv ldiv fdiv ddiv irem lrem frem drem ineg lneg fneg \
         dneg ishl lshl ishr lshr iushr lushr iand land ior lor ixor lxor iinc i2l i2f i2d l2i l2f \
         l2d f2i f2l f2d d2i d2l d2f i2b i2c i2s lcmp fcmpl fcmpg dcmpl dcmpg ifeq ifne iflt ifge \
         ifgt ifle if_icmpeq if_icmpne if_icmplt if_icmpge if_icmpgt if_icmple if_acmpeq if_acmpne \
         goto jsr ret tableswitch lookupswitch ireturn lreturn freturn dreturn areturn return \
         getstatic putstatic getfield putfield invokevirtual invokespecial invokestatic \
         invokeinterface invokedynamic new newarray anewarray arraylength athrow checkcast \
         instanceof monitorenter monitorexit multianewarray ifnull ifnonnull goto_w jsr_w iload_w \
         lload_w fload_w dload_w aload_w istore_w lstore_w fstore_w dstore_w astore_w iinc_w ret_w \
         breakpoint impdep1 impdep2",
    ),
];

impl Oracle for ClassFiles {
    fn format(&self) -> &'static str {
        "class_file"
    }

    fn parser(&self) -> &'static str {
        "ristretto_classfile 0.31"
    }

    fn draw(&self, s: &mut Source, errors: f64) -> Vec<u8> {
        s.draw(class_file::classes().errors(errors))
    }

    fn judge(&self, document: &[u8]) -> Result<(), String> {
        let class = ClassFile::from_bytes(document).map_err(|error| error.to_string())?;
        class.verify().map_err(|error| error.to_string())
    }

    fn constructs(&self) -> Vec<String> {
        CONSTRUCTS
            .iter()
            .flat_map(|(section, names)| {
                names.split_whitespace().map(move |name| format!("{section}:{name}"))
            })
            .collect()
    }

    fn occurring(&self, document: &[u8], tell: &mut dyn FnMut(&str)) {
        let Ok(class) = ClassFile::from_bytes(document) else { return };
        let mut walk = Walk { tell };
        walk.tell("version", &u16::from_be_bytes([document[6], document[7]]).to_string());
        for constant in class.constant_pool.iter() {
            walk.tell("constant", &variant(constant));
            if let Constant::MethodHandle { reference_kind, .. } = constant {
                walk.tell("handle", &variant(reference_kind));
            }
        }
        class.access_flags.iter_names().for_each(|(name, _)| walk.tell("class", name));
        for field in &class.fields {
            field.access_flags.iter_names().for_each(|(name, _)| walk.tell("field", name));
            walk.attributes(&field.attributes);
        }
        for method in &class.methods {
            method.access_flags.iter_names().for_each(|(name, _)| walk.tell("method", name));
            walk.attributes(&method.attributes);
        }
        walk.attributes(&class.attributes);
    }
}

/// Goes through a class's tree and tells what is there.
struct Walk<'t> {
    tell: &'t mut dyn FnMut(&str),
}

impl Walk<'_> {
    fn tell(&mut self, section: &str, name: &str) {
        (self.tell)(&format!("{section}:{name}"));
    }

    fn attributes(&mut self, attributes: &[Attribute]) {
        for attribute in attributes {
            self.tell("attribute", attribute.name());
            self.attribute(attribute);
        }
    }

    fn attribute(&mut self, attribute: &Attribute) {
        match attribute {
            Attribute::Code { code, exception_table, attributes, .. } => {
                code.iter().for_each(|instruction| self.instruction(instruction));
                for handler in exception_table {
                    self.tell("handler", if handler.catch_type == 0 { "any" } else { "class" });
                }
                self.attributes(attributes);
            }
            Attribute::StackMapTable { frames, .. } => {
                frames.iter().for_each(|frame| self.frame(frame));
            }
            Attribute::RuntimeVisibleAnnotations { annotations, .. }
            | Attribute::RuntimeInvisibleAnnotations { annotations, .. } => {
                annotations.iter().for_each(|annotation| self.annotation(annotation));
            }
            Attribute::RuntimeVisibleParameterAnnotations { parameter_annotations, .. }
            | Attribute::RuntimeInvisibleParameterAnnotations { parameter_annotations, .. } => {
                for parameter in parameter_annotations {
                    parameter.annotations.iter().for_each(|annotation| self.annotation(annotation));
                }
            }
            Attribute::RuntimeVisibleTypeAnnotations { type_annotations, .. }
            | Attribute::RuntimeInvisibleTypeAnnotations { type_annotations, .. } => {
                type_annotations.iter().for_each(|annotation| self.type_annotation(annotation));
            }
            Attribute::AnnotationDefault { element, .. } => self.element(element),
            Attribute::Module { flags, requires, exports, opens, uses, provides, .. } => {
                let parts = [
                    ("requires", requires.len()),
                    ("exports", exports.len()),
                    ("opens", opens.len()),
                    ("uses", uses.len()),
                    ("provides", provides.len()),
                    ("open", usize::from(flags.bits() & 0x20 != 0)),
                ];
                for (name, count) in parts {
                    if count > 0 {
                        self.tell("module", name);
                    }
                }
            }
            Attribute::Record { records, .. } => {
                records.iter().for_each(|record| self.attributes(&record.attributes));
            }
            _ => {}
        }
    }

    fn instruction(&mut self, instruction: &Instruction) {
        self.tell("opcode", &variant(instruction).to_lowercase());
        if let Instruction::Newarray(ty) = instruction {
            self.tell("newarray", &variant(ty));
        }
    }

    fn frame(&mut self, frame: &StackFrame) {
        self.tell("frame", &variant(frame));
        match frame {
            StackFrame::SameLocals1StackItemFrame { stack, .. }
            | StackFrame::SameLocals1StackItemFrameExtended { stack, .. } => self.entries(stack),
            StackFrame::AppendFrame { locals, .. } => self.entries(locals),
            StackFrame::FullFrame { locals, stack, .. } => {
                self.entries(locals);
                self.entries(stack);
            }
            _ => {}
        }
    }

    fn entries(&mut self, entries: &[VerificationType]) {
        entries.iter().for_each(|entry| self.tell("entry", &variant(entry)));
    }

    fn type_annotation(&mut self, annotation: &TypeAnnotation) {
        self.tell("target", &format!("{:#04x}", annotation.target_type.target_type()));
        for step in &annotation.type_path {
            self.tell("path", &step.type_path_kind.to_string());
        }
        self.pairs(&annotation.elements);
    }

    fn annotation(&mut self, annotation: &Annotation) {
        self.pairs(&annotation.elements);
    }

    fn pairs(&mut self, pairs: &[AnnotationValuePair]) {
        pairs.iter().for_each(|pair| self.element(&pair.value));
    }

    fn element(&mut self, element: &AnnotationElement) {
        self.tell("element", &variant(element));
        match element {
            AnnotationElement::Annotation { annotation } => self.annotation(annotation),
            AnnotationElement::Array { values } => {
                values.iter().for_each(|value| self.element(value));
            }
            _ => {}
        }
    }
}

/// The name of an enum's variant.
fn variant(value: &impl Debug) -> String {
    let text = format!("{value:?}");
    text.split(|sign: char| !sign.is_alphanumeric() && sign != '_').next().unwrap_or("").to_owned()
}
